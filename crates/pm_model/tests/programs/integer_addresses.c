// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* An address waits in an integer. */
int x, y;
int main(void)
{
    unsigned long a = 0;
    while (nondet_int() != 1) {
        a = nondet_uchar() % 2 ? (unsigned long)&x : (unsigned long)&y;
    }
    if (a)
        *(int *)a = 5;
    __CPROVER_assert(x != 5, "x is not written");
    return 0;
}
