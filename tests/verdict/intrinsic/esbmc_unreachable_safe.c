// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int x = nondet_int() & 3;
    if (x == 4)
        __ESBMC_unreachable();
    return 0;
}
