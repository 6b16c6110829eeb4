// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    struct { int a, b; } s = {1, 2};
    int other = 3;
    __ESBMC_init_object(&s);
    __ESBMC_assert(other == 3, "kept");
    return 0;
}
