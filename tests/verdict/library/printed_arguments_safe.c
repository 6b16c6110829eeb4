// run: bmc --engine bmc, bmc --engine auto
// expect: proved
// Each conversion has its argument.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf(n > 5 ? "%d and %d\n" : "%d %%\n", n, n);
    return 0;
}
