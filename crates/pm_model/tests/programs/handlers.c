int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
/* Function pointers in structs and arrays that change in loops. */
struct op { int (*run)(struct op *, int); int k; };
static int add(struct op *o, int v) { return v + o->k; }
static int sub(struct op *o, int v) { while (nondet_int() != 1) o->k++; return v - o->k; }
static int swap(struct op *o, int v) { o->run = v % 2 ? add : sub; return v; }
int main(void)
{
    struct op t[3] = {{add, 1}, {sub, 2}, {swap, 0}};
    int v = 0;
    while (v < 50 && v > -50) {
        struct op *o = &t[nondet_uchar() % 3];
        v = o->run(o, v);
        if (nondet_int() == 5)
            t[0] = t[2];
        __CPROVER_assert(v != -7, "seven");
    }
    return 0;
}
