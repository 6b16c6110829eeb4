// The theory of words is the solver's business: bit-vectors or integers, a SAT solver or another program.
// run: check --engine ic3cfa --solver batsat, check --engine ic3cfa --solver z3, check --engine ic3cfa --solver cvc5
// run: check --engine ic3cfa --solver z3 --encoding int, check --engine ic3cfa --solver cvc5 --encoding int
// expect: proved
unsigned nondet_uint(void);
int main(void) {
    unsigned low = 0, high = 10;
    while (nondet_uint() % 3) {
        if (low < high && nondet_uint() % 2)
            low++;
        else if (high < 100)
            high++;
        __CPROVER_assert(low <= high, "in order");
    }
}
