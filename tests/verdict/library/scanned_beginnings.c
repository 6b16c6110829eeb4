// What begins like a number and is none: C does not match it, glibc reads a part.
// run: bmc
// expect: violated
#include <stdio.h>
int main(void) {
    unsigned x = 7;
    char c = '-';
    int n = sscanf("0xg", "%x%c", &x, &c);
    __CPROVER_assert(n == 0, "as glibc has it"); // error: [main.assertion.1]
    __CPROVER_assert(n == 2, "as C has it"); // error: [main.assertion.2]
    float f;
    n = sscanf("1e+x", "%f%c", &f, &c);
    __CPROVER_assert(n == 0, "as glibc has it"); // error: [main.assertion.3]
    return 0;
}
