// run: check --engine bmc --solver z3, check --engine bmc --solver cvc5, check --engine bmc --solver z3 --encoding int
// expect: violated
// An index that is not known: what a model says of an array is read element by element.
unsigned nondet_uint(void);
int a[8];
int main(void) {
    unsigned i = nondet_uint() % 8, j = nondet_uint() % 8;
    a[i] = 7;
    a[j] += 1;
    __CPROVER_assert(a[i] == 7, "kept"); // error: [main.assertion.1]
    return 0;
}
