int nondet_int(void);
unsigned char nondet_uchar(void);
static int counter(void)
{
    static int n;
    static int last = -1;
    int r = n - last;
    last = n;
    n += nondet_int() & 3;
    return r;
}
int main(void)
{
    int worst = 0;
    while (nondet_int() != 4) {
        int c = counter();
        if (c > worst)
            worst = c;
    }
    __CPROVER_assert(worst < 3, "worst");
    return 0;
}
