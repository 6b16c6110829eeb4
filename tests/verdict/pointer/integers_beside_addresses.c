// run: check --engine kind
// expect: safe
// Integers are made of pointers, but those that become pointers are others: the number of objects does not matter.
int nondet_int(void);
int a[80];
static int *ports[80];
struct request { int *buffer; unsigned long key; int status; };
static unsigned long hash(void *p) { return (unsigned long)p >> 4; }
int main(void)
{
    static struct request r;
    r.key = hash(&r);
    r.status = 0;
    r.buffer = a;
    while (nondet_int()) {
        unsigned long key = r.key;
        r.status = (r.status + 1) & 7;
        if (key != hash(&r))
            r.status = 9;
    }
    __CPROVER_assert(r.status < 8, "the key stays");
    return 0;
}
