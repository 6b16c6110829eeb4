// A path of several steps becomes an execution.
// run: check --engine ic3
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    unsigned count = 0;
    while (nondet_bool()) {
        if (nondet_bool())
            count++;
        else
            count = 0;
        __CPROVER_assert(count < 9, "nine in a row"); // error: [main.assertion.1]
    }
    return 0;
}
