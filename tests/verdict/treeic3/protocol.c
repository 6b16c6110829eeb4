// A lock that is given back twice in a row, after some steps.
// run: check --engine treeic3, check --engine treeic3 --solver z3, check --engine treeic3 --solver z3 --encoding int
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    int is_held = 0, owner = 0;
    while (nondet_bool()) {
        if (!is_held) {
            is_held = 1;
            owner = nondet_bool() ? 1 : 2;
        } else if (nondet_bool()) {
            __CPROVER_assert(owner != 0, "somebody holds it"); // error: [main.assertion.1]
            is_held = owner == 2;
            owner = 0;
        }
    }
}
