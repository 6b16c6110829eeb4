// run: bmc, bmc --engine auto
// expect: violated
// A size that is larger than the destination: some texts do not fit.
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char c[3];
    int x = __VERIFIER_nondet_int();
    snprintf(c, 4, "%d", x); // error: output fits the destination
    return 0;
}
