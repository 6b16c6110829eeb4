// Executions end at their first violation: the second property is never the first one that fails.
// run: check --engine ic3 --property main.assertion.1 --property main.assertion.2
// expect: violated
int nondet_int(void);
_Bool nondet_bool(void);
int main(void) {
    int x = 0;
    while (nondet_bool()) {
        __CPROVER_assert(x < 3, "first"); // error: [main.assertion.1]
        if (nondet_bool())
            __CPROVER_assert(x < 5, "second");
        if (x < 100)
            x++;
    }
    return 0;
}
