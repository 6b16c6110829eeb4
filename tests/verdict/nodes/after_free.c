// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// The twin of freed_safe.c: the next node is read from one that is gone.
// This is a violation: what is proved of all nodes must not hide it.
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; };

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 5 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        free(n);
        list = n->next;
    }
    return 0;
}
