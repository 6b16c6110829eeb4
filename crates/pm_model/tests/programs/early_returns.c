int nondet_int(void);
unsigned char nondet_uchar(void);
static int find(const int *a, int n, int what)
{
    for (int i = 0; i < n; i++) {
        if (a[i] == what)
            return i;
        if (nondet_int() == 9)
            return -2;
    }
    return -1;
}
int main(void)
{
    int a[5], n = 0;
    while (n < 5 && nondet_int() > 0)
        a[n++] = nondet_int();
    int at = find(a, n, 3);
    __CPROVER_assert(at < 2, "at");
    return 0;
}
