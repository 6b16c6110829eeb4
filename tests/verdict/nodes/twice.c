// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// A node is in two lists, and freed with both.
// This is a violation: what is proved of all nodes must not hide it.
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; };

static void release(struct node *list) {
    while (list) {
        struct node *n = list;
        list = list->next;
        free(n);
    }
}

int main(void) {
    struct node *a = 0, *b = 0;
    for (int i = 0; i < 4 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m);
        n->next = a;
        m->next = i == 3 ? a : b;
        a = n;
        b = m;
    }
    release(b);
    release(a);
    return 0;
}
