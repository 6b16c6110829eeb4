// The variable is bound anew: what it was before has no part in it.
// run: bmc, bmc --engine bmc, run
// expect: safe
_Bool __ESBMC_forall(void *, _Bool);
_Bool __ESBMC_exists(void *, _Bool);
int zeros[10];
int main(void) {
    int i = 17;
    unsigned j;
    int n = __VERIFIER_nondet_int();
    __ESBMC_assert(__ESBMC_forall(&i, !(i >= 0 && i < 10) || zeros[i] == 0), "all");
    __ESBMC_assert(i == 17, "still the same");
    zeros[3] = 1;
    __ESBMC_assert(__ESBMC_exists(&j, j < 10 && zeros[j] == 1), "one");
    __ESBMC_assert(!__ESBMC_forall(&i, !(0 <= i && i < 10) || i == 3), "not all");
    __ESBMC_assert(__ESBMC_exists(&i, i == n), "itself");
    __ESBMC_assert(!__ESBMC_forall(&i, i != n), "not all others");
    __ESBMC_assert(__ESBMC_exists(&j, j == 3000000000u), "large");
    __ESBMC_assert(!__ESBMC_exists(&i, i == 0 && i == 1), "contradiction");
    return 0;
}
