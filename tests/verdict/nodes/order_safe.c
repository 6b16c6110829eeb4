// run: check --engine kind --no-malloc-may-fail
// expect: safe
// Nodes with 1, then nodes with 2, appended at the end: a 1 never comes after a 2.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *list = malloc(sizeof *list), *end = list;
    list->data = 1;
    list->next = 0;
    int second = 0;
    while (nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = 0;
        if (nondet_int())
            second = 1;
        end->data = second ? 2 : 1;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data == 2 && p->next)
            assert(p->next->data == 2);
    return 0;
}
