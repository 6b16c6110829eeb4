/* The step case of an induction: x < 10 is preserved by two steps, not by one. */
unsigned nondet_uint(void);
int main(void)
{
    unsigned x = nondet_uint(), y = nondet_uint();
    while (1) {
        __CPROVER_assume(x < 10);
        x = y;
        y = y < 10 ? y : 0;
        __CPROVER_assert(x < 10, "stays small");
    }
}
