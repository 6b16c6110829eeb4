int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
static int sum(int n, ...)
{
    __builtin_va_list l;
    int s = 0;
    __builtin_va_start(l, n);
    while (n-- > 0)
        s += __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return s;
}
int main(void)
{
    int v = 0;
    while (nondet_int() != 1) {
        v = sum(nondet_uchar() % 4, v, nondet_int() % 4, 2);
        __CPROVER_assert(v != 6, "six");
        if (v > 1000 || v < -1000)
            v = 0;
    }
    return 0;
}
