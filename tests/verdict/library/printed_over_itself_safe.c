// run: bmc --engine bmc
// expect: safe
// Parts of one object that do not overlap.
#include <stdio.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char b[16] = "ab";
    char c = __VERIFIER_nondet_char();
    if (c)
        b[1] = c;
    snprintf(b + 8, 8, "%s", b);
    sprintf(b + 2, "%.2s", b);
    __CPROVER_assert(b[8] == 'a' && b[2] == 'a', "copied");
    return 0;
}
