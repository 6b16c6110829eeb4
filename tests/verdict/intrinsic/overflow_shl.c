// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    __CPROVER_assert(__CPROVER_overflow_shl(1, 30), "fits"); // error: [main.assertion.1]
    return 0;
}
