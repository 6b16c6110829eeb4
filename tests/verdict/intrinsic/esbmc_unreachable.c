// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int();
int main(void) {
    int x = nondet_int() & 3;
    if (x == 3)
        __ESBMC_unreachable(); // error: [main.unreachable.1]
    return 0;
}
