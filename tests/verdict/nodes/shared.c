// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// Nodes share what they point to: a write through one is seen through all.
// This is a violation: what is proved of all nodes must not hide it.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct cell { int value; };
struct node { struct cell *cell; struct node *next; };

int main(void) {
    struct cell *c = malloc(sizeof *c);
    c->value = 1;
    struct node *list = 0;
    for (int i = 0; i < 4 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->cell = c;
        n->next = list;
        list = n;
    }
    if (list)
        list->cell->value = 2;
    for (struct node *p = list; p; p = p->next)
        assert(p->cell->value == 1);
    return 0;
}
