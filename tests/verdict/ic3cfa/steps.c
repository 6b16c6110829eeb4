// A path through several locations becomes an execution.
// run: check --engine ic3cfa
// expect: violated
int nondet_int(void);
_Bool nondet_bool(void);
int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    x = x + 1;
    while (nondet_bool()) {
        if (x > 100000)
            return 0;
        x = 4 * x;
    }
    x = x - 1;
    __CPROVER_assert(x != 255, "not 4 * 4 * 4 * 4 - 1"); // error: [main.assertion.1]
}
