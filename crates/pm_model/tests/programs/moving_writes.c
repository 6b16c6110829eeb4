int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Arrays written through pointers that move. */
int a[40];
int main(void)
{
    int *p = a, *end = a + 40;
    while (p < end) {
        *p++ = nondet_uchar();
        if (nondet_int() == 2)
            p += 2;
    }
    __CPROVER_assert(a[7] != 1, "seven");
    return 0;
}
