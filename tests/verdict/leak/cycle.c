// run: run --memory-leak-check
// expect: violated
// Lost objects that point to each other are lost.
#include <stdlib.h>
struct node { struct node *other; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    return 0;
} // error: [main.memory-leak.1]
