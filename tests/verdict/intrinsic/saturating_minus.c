// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int least = -2147483647 - 1;
    __CPROVER_assert(__CPROVER_saturating_minus(least, 1) == least, "down");
    __CPROVER_assert(__CPROVER_saturating_minus(0, least) == 2147483647, "up");
    __CPROVER_assert(__CPROVER_saturating_minus(5, 7) == 2, "exact"); // error: [main.assertion.3]
    return 0;
}
