// run: check --engine bmc, check --engine kind
// expect: violated
// A number and pointers in one block whose size is not known: the second pointer may replace the first.
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
    if (i >= n || k >= n) return 0;
    t->entries[i] = &a;
    t->entries[k] = &b;
    *t->entries[i] += 10;
    assert(a == 11); // error: [main.assertion.1]
    assert(*t->entries[k] == 2);
    assert(t->count == n);
    return 0;
}
