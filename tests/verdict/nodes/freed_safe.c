// run: check --engine kind --no-malloc-may-fail --memory-cleanup-check
// expect: safe
// All nodes are freed, one after the other, and none is touched afterwards.
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; };

int main(void) {
    struct node *list = 0;
    while (nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
    return 0;
}
