int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* An array in a struct, behind and before other members. */
struct s { int before; int a[4]; int next; int behind; } s;
int main(void)
{
    while (nondet_int() != 1) {
        unsigned i = nondet_uchar() % 7;
        s.a[i] = nondet_int();
        __CPROVER_assert(s.behind != 2, "behind");
        __CPROVER_assert(s.a[3] != 4, "inside");
    }
    return 0;
}
