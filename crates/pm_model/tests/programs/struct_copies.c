int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
struct in { short a; unsigned char b : 3, c : 5; int *p; };
struct out { struct in i[2]; int v; } g;
union u { int i; short s[2]; char c[4]; } u;
int x, y;
int main(void)
{
    struct out l = {{{1, 2, 3, &x}, {4, 5, 6, &y}}, 7}, m;
    m = l;
    while (nondet_int() != 1) {
        m.i[nondet_uchar() % 2] = l.i[nondet_uchar() % 2];
        m.i[0].b += 1;
        m.i[1].c = (unsigned char)nondet_int();
        *m.i[nondet_uchar() % 2].p += m.i[0].b;
        g = m;
        u.s[nondet_uchar() % 2] = (short)(x + g.i[1].c);
        l = g;
        __CPROVER_assert(y != 9, "nine");
        __CPROVER_assert(u.c[2] != 11, "eleven");
        __CPROVER_assert(g.i[0].p != g.i[1].p || x < 20, "same");
    }
    return 0;
}
