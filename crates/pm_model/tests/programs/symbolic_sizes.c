int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* An array of symbolic length is written and read in loops. */
int main(void)
{
    unsigned n = nondet_uchar();
    if (n == 0 || n > 9)
        return 0;
    int *a = malloc(n * sizeof(int));
    for (unsigned i = 0; i < n; i++)
        a[i] = nondet_int();
    unsigned j = nondet_uchar();
    if (j <= n)
        a[j] += 1;
    int s = 0;
    for (unsigned i = 0; i < n; i++)
        s |= a[i];
    __CPROVER_assert(s != 7, "seven");
    free(a);
    return 0;
}
