// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    __CPROVER_assert(__CPROVER_forall { unsigned char c; (c & 1) == 0 || c / 2 == 1 }, "all"); // error: [main.assertion.1]
    __CPROVER_assert(__CPROVER_exists { signed char c; c < -127 }, "least");
    return 0;
}
