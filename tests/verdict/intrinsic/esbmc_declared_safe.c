// run: bmc, bmc --engine bmc
// expect: safe
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int __ESBMC_nondet_int(void);
int main(void) {
    int x = __ESBMC_nondet_int();
    __ESBMC_assume(x > 0 && x < 10);
    __ESBMC_unroll(10);
    for (int i = 0; i < x; i++)
        __ESBMC_assert(i < 9, "small");
    return 0;
}
