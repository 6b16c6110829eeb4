// run: check --engine kind
// expect: proved
// The function writes a global: the contract says how it changes.
unsigned nondet_uint(void);
unsigned steps, other = 5;
unsigned down(unsigned n) {
    steps = steps + 1;
    return n == 0 ? 0 : down(n - 1);
}
int main(void) {
    unsigned n = nondet_uint();
    steps = 3;
    down(n);
    __CPROVER_assert(steps == n + 4, "counted");
    __CPROVER_assert(other == 5, "not written");
    return 0;
}
