// run: check --stop-on-fail --no-pointer-compare-check --unwind 4
// expect: violated
// The difference to a null pointer is an address, too.
int x, nondet_int(void);
int main(void)
{
    long a = 0;
    while (nondet_int() != 1)
        a = (char *)&x - (char *)0;
    if (a)
        *(int *)a = 5;
    __CPROVER_assert(x != 5, "x is not written"); // error: [main.assertion.1]
    return 0;
}
