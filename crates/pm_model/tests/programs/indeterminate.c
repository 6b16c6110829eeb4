// contents differ
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Indeterminate locals that are read in loops, after loops, and compared with themselves. */
int main(void)
{
    int u, w[4], s = 0;
    while (nondet_int() != 1)
        s++;
    int first = w[1];
    while (nondet_int() != 1)
        s++;
    __CPROVER_assert(first == w[1], "the same");
    __CPROVER_assert(u == u, "itself");
    return 0;
}
