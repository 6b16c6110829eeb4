int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Pointers that point to each other's targets, swapped in a loop. */
int main(void)
{
    int a = 0, b = 1, c[3] = {2, 3, 4};
    int *p = &a, *q = &b, **pp = &p;
    while (nondet_int() != 1) {
        switch (nondet_uchar() % 5) {
        case 0: { int *t = p; p = q; q = t; break; }
        case 1: pp = nondet_int() % 2 ? &p : &q; break;
        case 2: *pp = &c[nondet_uchar() % 3]; break;
        case 3: **pp += 1; break;
        default: *q = *p + 1;
        }
        __CPROVER_assert(a != 3, "a");
        __CPROVER_assert(c[1] != 5 || p != &c[1], "c");
    }
    return 0;
}
