// run: bmc --no-signed-overflow-check
// expect: violated
int main(void) {
    int a, b;
    __ESBMC_assert(__ESBMC_forall(&a, __ESBMC_exists(&b, b == (a ^ 1) && b < 5)), "a small one for each"); // error: [main.assertion.1]
    return 0;
}
