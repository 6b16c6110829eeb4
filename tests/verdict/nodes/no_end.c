// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// The last node has no successor, and nobody wrote that it has none.
// This is a violation: what is proved of all nodes must not hide it.
#include <stdlib.h>
int nondet_int(void);
struct node { int data; struct node *next; };

int main(void) {
    struct node *list = malloc(sizeof *list), *end = list;
    for (int i = 0; i < 5 && nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        end->next = n;
        end = n;
        end->data = 1;
    }
    list->data = 1;
    int sum = 0;
    for (struct node *p = list; p; p = p->next)
        sum += p->data;
    return sum;
}
