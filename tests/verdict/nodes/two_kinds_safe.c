// run: check --engine kind --no-malloc-may-fail
// expect: safe
// Objects of one size that are divided in different ways are not in one pool.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct a { struct a *next; int data[2]; };
struct b { struct b *next; char text[8]; };

int main(void) {
    struct a *first = 0;
    struct b *second = 0;
    while (nondet_int()) {
        struct a *x = malloc(sizeof *x);
        struct b *y = malloc(sizeof *y);
        x->next = first;
        x->data[1] = 7;
        first = x;
        y->next = second;
        y->text[1] = 'c';
        y->text[4] = 'd';
        second = y;
    }
    for (struct a *p = first; p; p = p->next)
        assert(p->data[1] == 7);
    return 0;
}
