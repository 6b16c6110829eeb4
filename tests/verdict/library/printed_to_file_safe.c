// run: bmc, bmc --engine bmc
// expect: proved
#include <stdio.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    FILE *f = fopen("x", "w");
    if (!f)
        return 0;
    int n = fprintf(f, "%d", -7);
    __CPROVER_assert(n == 2 || n < 0, "known");
    n = fprintf(f, "%g", __VERIFIER_nondet_double());
    if (n < 0)
        n = 0;
    __CPROVER_assert(n >= 0, "any");
    fclose(f);
    return 0;
}
