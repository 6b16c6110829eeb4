// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// The twin of data_safe.c: one node is different, somewhere.
// This is a violation: what is proved of all nodes must not hide it.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { int data; struct node *next; };

int main(void) {
    struct node *list = 0;
    int count = 0;
    while (nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = count == 2 ? 8 : 7;
        n->next = list;
        list = n;
        count++;
        if (count > 100)
            return 0;
    }
    for (struct node *p = list; p; p = p->next)
        assert(p->data == 7);
    return 0;
}
