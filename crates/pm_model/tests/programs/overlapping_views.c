int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
union v { unsigned int w; unsigned char b[4]; struct { unsigned short lo, hi; } h; float f; };
int main(void)
{
    union v v, t[3];
    v.w = 0;
    for (int i = 0; i < 3; i++)
        t[i].w = i;
    while (nondet_int() != 1) {
        switch (nondet_uchar() % 5) {
        case 0: v.b[nondet_uchar() % 4]++; break;
        case 1: v.h.hi += v.h.lo; break;
        case 2: t[nondet_uchar() % 3] = v; break;
        case 3: v = t[nondet_uchar() % 3]; break;
        default: t[1].h.lo = v.b[3];
        }
        __CPROVER_assert(t[1].w != 3, "three");
        __CPROVER_assert(v.b[2] < 2, "byte");
    }
    return 0;
}
