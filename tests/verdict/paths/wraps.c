// A sum that wraps around is no sum of integers: what a linear constraint would exclude happens.
// run: check --engine paths, check --engine paths --strategy dpvs, check --engine paths --strategy cpbpv
// expect: violated
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    if (x > 5 && y > x) __CPROVER_assert(x + y > x, "larger"); // error: [main.assertion.1]
}
