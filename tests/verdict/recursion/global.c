// run: check
// expect: violated
unsigned nondet_uint(void);
unsigned steps;
unsigned down(unsigned n) {
    steps = steps + 1;
    return n == 0 ? 0 : down(n - 1);
}
int main(void) {
    unsigned n = nondet_uint();
    down(n);
    __CPROVER_assert(steps == 1, "written by the call"); // error: [main.assertion.1]
    return 0;
}
