// run: check --k-induction --no-incremental
// expect: violated
// A violation after some steps, and a property that holds: with new solvers at each k.
_Bool nondet_bool(void);
int main(void) {
    unsigned count = 0, other = 0;
    while (nondet_bool()) {
        count = nondet_bool() ? count + 1 : 0;
        other = count > other ? count : other;
        __CPROVER_assert(count <= other, "the largest");
        __CPROVER_assert(count < 7, "seven in a row"); // error: [main.assertion.2]
    }
    return 0;
}
