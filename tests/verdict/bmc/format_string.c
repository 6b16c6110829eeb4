// A string of symbolic length in front of a number: the buffer is one byte too small for the longest text.
// expect: violated
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
    char name[5], out[8];
    for (int i = 0; i < 4; i++)
        name[i] = nondet_int();
    name[4] = 0;
    sprintf(out, "%s:%c%03o", name, 'x', 7); // error: [format_text.assertion.1]
    return 0;
}
