// run: check --engine kind --no-malloc-may-fail --memory-cleanup-check --timeout 60
// expect: inconclusive
// The last node is not freed.
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
    while (list && list->next) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    return 0;
}
