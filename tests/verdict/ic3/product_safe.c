// Of the product a proof needs to know no more than that equal operands give equal results.
// run: check --engine ic3
// expect: safe
unsigned nondet_uint(void);
int main(void)
{
    unsigned x = nondet_uint(), y = nondet_uint(), last = 0;
    int seen = 0;
    while (nondet_uint()) {
        unsigned product = x * y;
        if (seen)
            __CPROVER_assert(product == last, "equal operands give equal results");
        last = product;
        seen = 1;
        if (nondet_uint()) {
            x = 3;
            seen = 0;
        }
    }
    return 0;
}
