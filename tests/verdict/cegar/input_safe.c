// A path that nothing executes is refuted by what is written of an input: no predicate speaks of the input itself.
// run: check --engine cegar, check --engine treeic3
// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned limit = nondet_uint() % 100, seen = 0;
    while (nondet_uint() % 7) {
        unsigned next = nondet_uint();
        if (next > limit)
            continue;
        seen = next;
        __CPROVER_assert(seen <= limit && limit < 100, "below the limit");
    }
}
