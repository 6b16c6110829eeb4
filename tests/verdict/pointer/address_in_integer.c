// run: check --stop-on-fail --unwind 4
// expect: violated
int x, nondet_int(void);
int main(void)
{
    unsigned long a = 0;
    while (nondet_int() != 1)
        a = (unsigned long)&x;
    if (a)
        *(int *)a = 5;
    __CPROVER_assert(x != 5, "x is not written"); // error: [main.assertion.1]
    return 0;
}
