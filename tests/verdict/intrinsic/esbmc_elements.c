// run: run, bmc, bmc --engine bmc
// expect: violated
int main(void) {
    int a[4];
    a[0] = 1;
    __ESBMC_assert(__ESBMC_get_object_size(a) == 16, "bytes"); // error: [main.assertion.1]
    return 0;
}
