int nondet_int(void);
unsigned char nondet_uchar(void);
static int total;
static int add(int n)
{
    int r = 0;
    while (n-- > 0)
        r += nondet_int();
    total += r;
    return r;
}
int main(void)
{
    int a = add(nondet_int());
    int b = 0;
    do {
        b += add(nondet_int() % 4);
    } while (nondet_int() > 1);
    __CPROVER_assert(total == (int)((unsigned)a + b), "total");
    __CPROVER_assert(a != 9, "nine");
    return 0;
}
