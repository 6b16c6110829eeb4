int nondet_int(void);
unsigned char nondet_uchar(void);
static int inc(int x) { return x + 1; }
static int twice(int x)
{
    int r = 0;
    for (int i = 0; i < x; i++)
        r += 2;
    return r;
}
int main(void)
{
    int (*f)(int) = inc;
    int x = 0;
    while (nondet_int()) {
        if (nondet_int() == 2)
            f = f == inc ? twice : inc;
        x = f(x);
        if (x > 20)
            break;
    }
    __CPROVER_assert(x != 6, "six");
    __CPROVER_assert(x <= 40, "range");
    return 0;
}
