// run: bmc --no-signed-overflow-check
// expect: proved
int main(void) {
    int a, b;
    __ESBMC_assert(__ESBMC_forall(&a, __ESBMC_exists(&b, b == (a ^ 1))), "another for each");
    return 0;
}
