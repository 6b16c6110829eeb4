// A counterexample that needs the product itself.
// run: check --engine ic3
// expect: violated
unsigned nondet_uint(void);
int main(void)
{
    unsigned x = nondet_uint(), y = nondet_uint() & 7, last = 0;
    int seen = 0;
    while (nondet_uint()) {
        unsigned product = x * y;
        if (seen)
            __CPROVER_assert(product == last, "equal operands give equal results"); // error: [main.assertion.1]
        last = product;
        seen = 1;
        if (nondet_uint())
            x = 3;
    }
    return 0;
}
