int nondet_int(void);
unsigned char nondet_uchar(void);
static int *where;
static void take(int v)
{
    int x = v;
    int *p = &x;
    while (nondet_int() == 1)
        (*p)++;
    where = p;
    __CPROVER_assert(x < 13, "x");
}
int main(void)
{
    int y = 1;
    for (int i = 0; i < 3 || nondet_int() == 2; i++) {
        int z = i;
        int *q = i % 2 ? &z : &y;
        take(*q);
        *q += 2;
        where = &y;
    }
    __CPROVER_assert(*where != 7, "where");
    return 0;
}
