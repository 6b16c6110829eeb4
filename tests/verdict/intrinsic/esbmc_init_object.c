// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    struct { int a, b; } s = {1, 2};
    int other = 3;
    __ESBMC_init_object(&s);
    __ESBMC_assert(s.b == 2, "kept"); // error: [main.assertion.1]
    return 0;
}
