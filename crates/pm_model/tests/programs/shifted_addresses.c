// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* An address is hidden by arithmetic across a loop. */
int x;
int main(void)
{
    unsigned long a = (unsigned long)&x ^ 0x5555, k = nondet_uchar() % 2 ? 0x5555 : 0;
    if (k)
        a += 0;
    while (nondet_int() != 1)
        ;
    if (k) {
        *(int *)(a ^ k) = 3;
    }
    __CPROVER_assert(x != 3, "x");
    return 0;
}
