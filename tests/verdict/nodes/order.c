// run: check --engine kind --no-malloc-may-fail --timeout 60
// expect: inconclusive
// The twin of order_safe.c: there is a way back.
// This is a violation: what is proved of all nodes must not hide it.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next; int data; };

int main(void) {
    struct node *list = malloc(sizeof *list), *end = list;
    list->data = 1;
    list->next = 0;
    int second = 0;
    for (int i = 0; i < 5 && nondet_int(); i++) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = 0;
        if (nondet_int())
            second = !second;
        end->data = second ? 2 : 1;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data == 2 && p->next)
            assert(p->next->data == 2);
    return 0;
}
