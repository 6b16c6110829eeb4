int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Arrays of variable length, in a loop and in a function. */
static int use(int n)
{
    char v[n];
    int s = 0;
    for (int i = 0; i < n; i++)
        v[i] = (char)nondet_int();
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
int main(void)
{
    int s = 0;
    while (nondet_int() != 1) {
        int n = nondet_uchar() % 5 + 1;
        int w[n];
        for (int i = 0; i < n; i++)
            w[i] = i;
        s += w[n - 1] + use(n);
        __CPROVER_assert(s != 13, "thirteen");
    }
    return 0;
}
