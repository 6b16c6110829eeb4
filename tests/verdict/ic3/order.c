// A property that fails again later in the same step does not hide one that fails before.
// run: check --engine ic3, check --engine kind
// expect: violated
_Bool nondet_bool(void);
void check(int c) {
    __CPROVER_assert(c, "often"); // error: [check.assertion.1]
}
int main(void) {
    check(nondet_bool());
    while (nondet_bool()) {
        _Bool f = nondet_bool(), g = nondet_bool();
        check(!g);
        __CPROVER_assert(!f, "first"); // error: [main.assertion.1]
        check(!f);
    }
    return 0;
}
