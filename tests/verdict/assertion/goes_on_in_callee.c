// Behind an assertion that fails in a function the callers go on, too.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: violated
int nondet_int(void);
static int checked(int x) {
    __CPROVER_assert(x < 10, "small"); // error: [checked.assertion.1]
    return x;
}
int a[20];
int main(void) {
    int i = checked(nondet_int());
    if (i >= 0 && i <= 20)
        a[i] = 1; // error: [main.bounds.1]
    return 0;
}
