// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// Behind the end of a node is nothing, not even the next one.
// This is a violation: what is proved of all nodes must not hide it.
#include <stdlib.h>
int nondet_int(void);
struct node { int a[2]; struct node *next; };

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->a[0] = n->a[1] = 0;
        list = n;
    }
    int *p = list ? &list->a[0] : 0;
    if (p)
        p[4] = 1;
    return 0;
}
