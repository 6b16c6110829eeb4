// Words wrap around, whatever they are for the solver.
// run: check --engine ic3cfa --solver batsat, check --engine ic3cfa --solver z3, check --engine ic3cfa --solver cvc5
// run: check --engine ic3cfa --solver z3 --encoding int, check --engine ic3cfa --solver cvc5 --encoding int
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned low = 4294967290u, high = 4294967295u;
    while (nondet_uint() % 3) {
        low += 3;
        high += 3;
        __CPROVER_assert(low <= high, "in order"); // error: [main.assertion.1]
        if (low > 5 && low < 20)
            return 0;
    }
}
