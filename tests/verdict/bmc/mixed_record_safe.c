// run: check --engine bmc, check --engine kind
// expect: safe
// A number and pointers in one block whose size is not known: the pointers are found again at a symbolic index.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct table {
    unsigned count;
    int *entries[];
};

int a = 1, b = 2;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4 || n > 1000) return 0;
    struct table *t = malloc(sizeof(struct table) + n * sizeof(int *));
    if (!t) return 0;
    t->count = n;
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i >= n || k >= n || i == k) return 0;
    t->entries[i] = &a;
    t->entries[k] = &b;
    *t->entries[i] += 10;
    assert(a == 11);
    assert(*t->entries[k] == 2);
    assert(t->count == n);
    return 0;
}
