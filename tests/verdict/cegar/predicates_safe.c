// Predicates that depend on each other: their combinations after a step are what the proof needs, not each of them alone.
// run: check --engine cegar, check --engine cegar --solver z3, check --engine cegar --solver z3 --encoding int
// expect: proved
_Bool nondet_bool(void);
int main(void) {
    int a = 0, b = 0;
    while (nondet_bool()) {
        if (nondet_bool()) {
            a = !a;
            b = !b;
        }
        __CPROVER_assert(a == b, "in step");
    }
}
