int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Gotos into loops, loops with two entries, a switch into a loop. */
int main(void)
{
    int n = nondet_uchar() % 20, c = 0, i = 0;
    if (nondet_int() == 1)
        goto middle;
top:
    i++;
    if (i > 5)
        goto out;
middle:
    c += nondet_uchar() % 3;
    if (nondet_int() != 2)
        goto top;
    if (nondet_int() == 1)
        goto middle;
out:
    switch (n % 4) {
        do {
        case 0:
            c++;
        case 3:
            c++;
        case 2:
            c++;
        case 1:
            c++;
        } while ((n -= 4) > 0);
    }
    __CPROVER_assert(c != 9, "nine");
    return 0;
}
