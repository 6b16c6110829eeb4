// run: check --engine kind
// expect: inconclusive
// Nor has one that writes an array of the program.
unsigned nondet_uint(void);
unsigned seen[4];
unsigned mark(unsigned n) {
    seen[n % 4] = n;
    return n == 0 ? 0 : mark(n - 1);
}
int main(void) {
    unsigned n = nondet_uint();
    mark(n);
    __CPROVER_assert(seen[3] == 0 || n < 100000, "written");
    return 0;
}
