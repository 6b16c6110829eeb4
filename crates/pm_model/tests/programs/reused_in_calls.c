// may be inexact
int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* The same with a wrapper around malloc, and a copy of the pointer in memory. */
struct box { int *held; } box;
static int *make(int v)
{
    int *n = malloc(sizeof(int));
    *n = v;
    return n;
}
int main(void)
{
    int *p = make(0), i = 0;
    while (nondet_int() != 1) {
        if (nondet_int() == 2)
            box.held = p;
        free(p);
        p = make(++i);
        if (box.held)
            __CPROVER_assert(*box.held != 4, "dangling");
        __CPROVER_assert(*p == i, "the new one");
    }
    return 0;
}
