// run: check --engine bmc --solver z3, check --engine bmc --solver cvc5, check --engine bmc --solver z3 --encoding int
// expect: proved
// An index that is not known, and another one that is not the same.
unsigned nondet_uint(void);
int a[8];
int main(void) {
    unsigned i = nondet_uint() % 8, j = nondet_uint() % 8;
    a[i] = 7;
    if (i != j)
        a[j] += 1;
    __CPROVER_assert(a[i] == 7, "kept");
    return 0;
}
