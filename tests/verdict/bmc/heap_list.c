// expect: violated
#include <stdlib.h>
int nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    int length = nondet_int();
    if (length < 0 || length > 3)
        return 0;
    for (int i = 0; i < length; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i; // error: [main.pointer.1]
        n->next = list;
        list = n;
    }
    return 0;
}
