// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int down(int n) { if (nondet_int() == 1 || n == 0) return n; return down(n - 1); }
int main(void)
{
    int s = 0;
    while (nondet_int() != 1) {
        s += fib(4) + down(2);
        __CPROVER_assert(s != 10, "ten");
        if (s > 100) s = 0;
    }
    return 0;
}
