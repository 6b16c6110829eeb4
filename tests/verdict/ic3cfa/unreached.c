// What no execution reaches is no success.
// run: check --engine ic3cfa --property main.assertion.1
// expect: safe
_Bool nondet_bool(void);
int main(void) {
    int x = 0;
    while (nondet_bool()) {
        if (x == 1)
            x = 2;
        if (x == 2)
            __CPROVER_assert(0, "never");
    }
}
