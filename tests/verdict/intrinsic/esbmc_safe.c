// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x > 0 && x < 10);
    __ESBMC_assert(x != 10, "not that");
    return 0;
}
