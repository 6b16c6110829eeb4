// A list of symbolic length with pointers back: what was not written yet excludes nothing.
// run: check --no-malloc-may-fail, check --no-malloc-may-fail --32
// expect: safe
#include <stdlib.h>
int nondet_int(void);
struct node { struct node *next, *prev; int data; };
int main(void) {
    struct node *x = malloc(sizeof *x);
    for (int n = 0; n < 9 && nondet_int(); n++) {
        x->next = malloc(sizeof *x);
        x->next->prev = x;
        x = x->next;
    }
    x->next = malloc(sizeof *x);
    x->next->prev = x;
    x->next->data = 2;
    return x->next->prev->next->data - 2;
}
