// A lock that is taken and given back in turn, over many steps: labels of nodes are few facts about it.
// run: check --engine treeic3, check --engine treeic3 --solver z3, check --engine treeic3 --solver z3 --encoding int
// expect: proved
_Bool nondet_bool(void);
int main(void) {
    int is_held = 0, owner = 0;
    while (nondet_bool()) {
        if (!is_held) {
            is_held = 1;
            owner = nondet_bool() ? 1 : 2;
        } else if (nondet_bool()) {
            __CPROVER_assert(owner != 0, "somebody holds it");
            is_held = 0;
            owner = 0;
        }
    }
}
