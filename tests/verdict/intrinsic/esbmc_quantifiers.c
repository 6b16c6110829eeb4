// run: bmc, bmc --engine bmc
// expect: violated
int a[10];
int main(void) {
    int i = 3;
    int n = __VERIFIER_nondet_int();
    a[n & 7] = 1;
    __ESBMC_assert(__ESBMC_forall(&i, !(i >= 0 && i < 10) || i == 3), "all"); // error: [main.assertion.1]
    __ESBMC_assert(__ESBMC_forall(&i, i < 0 || i > 9 || a[i] == 0), "zeros"); // error: [main.assertion.2]
    __ESBMC_assert(__ESBMC_exists(&i, i == n && i > 0), "itself"); // error: [main.assertion.3]
    return 0;
}
