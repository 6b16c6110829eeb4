// An equation is weakened to one of the lowest bit: y stays odd.
// run: check --engine ic3cfa
// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned y = 1;
    for (;;) {
        __CPROVER_assert(y != 0, "odd");
        y += 2 * nondet_uint();
    }
}
