int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Loops in conditions, arguments and statement expressions. */
static int count(int a)
{
    int n = 0;
    while (nondet_int() != a)
        n++;
    return n;
}
int main(void)
{
    int s = 0;
    while (count(1) < 2 && (count(2) || count(1))) {
        s += ({ int t = 0; for (; t < count(0); t++) s++; t; });
        __CPROVER_assert(s != 4, "four");
    }
    return 0;
}
