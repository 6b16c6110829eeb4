// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// Two nodes are never the same, one and the same is.
// This is a violation: what is proved of all nodes must not hide it.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *other; };

int main(void) {
    struct node *last = 0, *kept = 0;
    for (int i = 0; i < 6 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->other = last;
        if (nondet_int())
            kept = n;
        last = n;
    }
    if (last)
        assert(last != kept);
    return 0;
}
