// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Addresses of locals of a loop's body outlive them. */
int *keep;
int main(void)
{
    int n = 0;
    while (nondet_int() != 1) {
        int x = n++, *old = keep;
        if (nondet_int() % 2)
            keep = &x;
        else if (old && nondet_int() == 3)
            *old = 7;
        __CPROVER_assert(x != 7, "seven");
    }
    return 0;
}
