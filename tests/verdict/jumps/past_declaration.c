// A jump past a declaration leaves the variable indeterminate.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int nondet_int(void);
int main(void) {
    if (nondet_int())
        goto skip;
    int x = 5;
skip:
    __CPROVER_assert(x == 5, "declared"); // error: [main.assertion.1]
    return 0;
}
