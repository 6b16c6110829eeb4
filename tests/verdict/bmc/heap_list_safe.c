// expect: proved
#include <stdlib.h>
int nondet_int(void);
struct node {
    int value;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    int length = nondet_int(), made = 0, sum = 0;
    if (length < 0 || length > 3)
        return 0;
    for (int i = 0; i < length; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->value = 1;
        n->next = list;
        list = n;
        made++;
    }
    while (list) {
        struct node *dead = list;
        sum += dead->value;
        list = dead->next;
        free(dead);
    }
    __CPROVER_assert(sum == made, "all nodes are seen");
    return 0;
}
