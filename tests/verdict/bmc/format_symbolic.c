// Formatted output of inputs: which number makes this text?
// expect: violated
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    char text[32];
    int x = nondet_int();
    int n = snprintf(text, sizeof text, "x=%d,%04x;", x, (unsigned)x & 0xfff);
    assert(n >= 0 && n < 32);
    assert(strcmp(text, "x=-1234567,979;") != 0);
    assert(strcmp(text, "x=-1234567,0979;") != 0); // error: [main.assertion.3]
    return 0;
}
