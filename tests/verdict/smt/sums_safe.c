// run: check --engine bmc --solver z3, check --engine bmc --solver cvc5, check --engine bmc --solver z3 --encoding int, check --engine bmc --solver cvc5 --encoding int
// expect: proved
// The sum of two positive numbers that are not large is positive.
unsigned nondet_uint(void);
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    if (a > 0 && b > 0 && a < 1000 && b < 1000)
        __CPROVER_assert(a + b > 0, "positive");
    return 0;
}
