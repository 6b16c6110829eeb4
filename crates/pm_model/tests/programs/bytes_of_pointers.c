// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* An address waits in single bytes. */
int x;
int main(void)
{
    char b[8];
    int *p = &x;
    int n = 0;
    memcpy(b, &p, 8);
    while (nondet_int() != 1)
        n++;
    char c[8];
    for (int i = 0; i < 8; i++)
        c[i] = b[i];
    memcpy(&p, c, 8);
    *p = n;
    __CPROVER_assert(x != 2, "x is written");
    return 0;
}
