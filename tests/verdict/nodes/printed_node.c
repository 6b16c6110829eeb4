// run: check --stop-on-fail
// expect: violated
// The first node ends in a zero, others do not.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    char text[8];
};

int nondet_int(void);

int main(void) {
    struct node *list = NULL;
    int made = 0;
    while (nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        for (int i = 0; i < 8; i++)
            n->text[i] = made ? 'x' : 0;
        made = 1;
        n->next = list;
        list = n;
    }
    if (list)
        printf("%s\n", list->text); // error: [printf.precondition.2]
    return 0;
}
