// run: run --memory-leak-check
// expect: safe
// A pointer into the middle of an object keeps it, and what it points to.
#include <stdlib.h>
struct node { int value; struct node *other; };
struct node **kept;
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    kept = &a->other;
    return 0;
}
