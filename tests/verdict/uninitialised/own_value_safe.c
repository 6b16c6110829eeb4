// An initialiser may name its own object without reading it.
// run: bmc --uninitialised-check, bmc --uninitialised-check --engine bmc
// expect: proved
#include <stdlib.h>
struct list {
    struct list *next, *last;
    int size;
};
int main(void) {
    struct list l = {&l, &l, sizeof l};
    struct list *p = malloc(sizeof *p);
    int x = (x = 3, x + 1);
    if (p)
        *p = l;
    __CPROVER_assert(x == 4 && (!p || p->next == &l), "values");
    free(p);
    return 0;
}
