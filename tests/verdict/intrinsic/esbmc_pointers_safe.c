// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[4], b;
    __ESBMC_assert(__ESBMC_POINTER_OFFSET(&a[2]) == 8, "offset");
    __ESBMC_assert(__ESBMC_r_ok(a, 4 * sizeof(int)), "readable");
    __ESBMC_assert(__ESBMC_POINTER_OBJECT(a) != __ESBMC_POINTER_OBJECT(&b), "object");
    return 0;
}
