// Whether constants decide a loop depends on what is known of addresses: a fact about it is none where the proof is checked with open ones.
// run: check --32 --engine ic3 --uninitialised-check --timeout 20s
// expect: violated
// requires: m32
// message: it depends on where objects lie in memory
int __VERIFIER_nondet_int(void);
void *memcpy(void *, const void *, unsigned);
struct link {
struct link *next, *back;
};
static struct link pool[2];
static struct link *top;
static struct link *tab[4];
static void run(int a, int b) {
    for (int i = 0;
i < 2;
i++) {
pool[2 - 1 - i].next = top;
top = &pool[2 - 1 - i];
}
    if (a < 3) memcpy(&tab[(1)], &tab[(0)], sizeof *tab);
else tab[(a * 1 + 0)] = top;
    if (a < 3) {
        memcpy(&tab[(b * 2 + 1)], &tab[(a * 1 + 0)], sizeof *tab); // error: [run.precondition.6]
        if (1) {
top = top->next;
}
        {
int k = 0;
struct link *q = tab[(1)];
for (struct link **t = &top;
*t && k < 4;
t = &(*t)->next, k++) if (*t == q) {
break;
} }
    }
    {
int k = 0;
for (struct link *t = top;
t && k < 5;
t = t->next) {
} }
}
int main(void) {
    int a = __VERIFIER_nondet_int() & 3;
    int b = __VERIFIER_nondet_int() & 1;
    run(a, b);
    int at = (a) * 2 + b;
    switch (__VERIFIER_nondet_int()) {
    }
}
