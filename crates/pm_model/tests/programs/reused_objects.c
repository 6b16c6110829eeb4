// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* The old block is used after it was freed and another was made by the same call. */
int main(void)
{
    int *p = 0, *q;
    while (nondet_int() != 1) {
        q = p;
        if (p)
            free(p);
        p = malloc(sizeof(int));
        *p = 1;
        if (q && nondet_int() == 2)
            *q = 2;
        __CPROVER_assert(*p == 1, "untouched");
    }
    return 0;
}
