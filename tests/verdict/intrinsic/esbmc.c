// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int();
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x > 0 && x < 10);
    __ESBMC_assert(x != 9, "not that"); // error: [main.assertion.1]
    return 0;
}
