// The value of an input may be the limit itself.
// run: check --engine cegar, check --engine treeic3
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned limit = nondet_uint() % 100, seen = 0;
    while (nondet_uint() % 7) {
        unsigned next = nondet_uint();
        if (next > limit)
            continue;
        seen = next;
        __CPROVER_assert(seen < limit, "below the limit"); // error: [main.assertion.1]
    }
}
