// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* One allocation, reached with two sizes. */
int main(void)
{
    while (nondet_int() != 1) {
        unsigned long n;
        int k = 0;
        if (nondet_int() == 2) {
            while (nondet_int() != 1)
                k++;
            n = 4;
        } else {
            while (nondet_int() != 2)
                k--;
            n = 8;
        }
        char *p = malloc(n);
        p[0] = 1;
        while (nondet_int() != 1)
            k++;
        if (k > 2)
            p[n - 1] = 2;
        if (k > 3)
            p[6] = 1;
        free(p);
    }
    return 0;
}
