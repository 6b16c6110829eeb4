// run: check --engine kind
// expect: violated
// A call that passes other arguments than the function has is not told by its contract.
unsigned nondet_uint(void);
unsigned other();
unsigned down(unsigned n) { return n == 0 ? 7 : other(n - 1, 3u); }
unsigned other(unsigned n) { return down(n); }
int main(void) {
    __CPROVER_assert(down(nondet_uint()) == 8, "wrong"); // error: [main.assertion.1]
    return 0;
}
