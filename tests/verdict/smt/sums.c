// run: check --engine bmc --solver z3, check --engine bmc --solver cvc5, check --engine bmc --solver z3 --encoding int, check --engine bmc --solver cvc5 --encoding int
// expect: violated
// The sum of two positive numbers is positive among the integers, and not in a machine.
unsigned nondet_uint(void);
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    if (a > 0 && b > 0)
        __CPROVER_assert(a + b > 0, "positive"); // error: [main.assertion.1]
    return 0;
}
