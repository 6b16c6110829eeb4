// The other property is proved after one was violated.
// run: check --engine ic3cfa --property main.assertion.1 --property main.assertion.2
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    unsigned count = 0, even = 0;
    while (nondet_bool()) {
        count = count < 7 ? count + 1 : 0;
        even += 2;
        __CPROVER_assert(count != 5, "never five"); // error: [main.assertion.1]
        __CPROVER_assert(even % 2 == 0, "even");
    }
}
