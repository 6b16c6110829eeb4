// Predicates that depend on each other, and come apart in the third step.
// run: check --engine cegar, check --engine cegar --solver z3, check --engine cegar --solver z3 --encoding int
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    int a = 0, b = 0, c = 0;
    while (nondet_bool()) {
        a = !a;
        if (c < 2)
            b = !b;
        c++;
        __CPROVER_assert(a == b, "in step"); // error: [main.assertion.1]
        if (c > 10)
            return 0;
    }
}
