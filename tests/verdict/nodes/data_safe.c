// run: check --engine kind --no-malloc-may-fail
// expect: safe
// A list of any length: every node is there, and holds what was put there.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { int data; struct node *next; };

int main(void) {
    struct node *list = 0;
    while (nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 7;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        assert(p->data == 7);
    return 0;
}
