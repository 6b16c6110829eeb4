// Pointers that are copied as what they are show nothing: nothing is chosen.
// run: bmc
// expect: proved
#include <stdlib.h>
#include <string.h>
struct node {
    struct node *next;
    int n;
};
static struct node first = {0, 1};
int main(void) {
    struct node **all = malloc(sizeof *all), *copy[2];
    if (!all)
        return 0;
    all[0] = &first;
    struct node **more = realloc(all, 2 * sizeof *all);
    if (!more) {
        free(all);
        return 0;
    }
    more[1] = 0;
    memcpy(copy, more, sizeof copy);
    __CPROVER_assert(copy[0]->n == 1 && copy[1] == 0, "kept");
    free(more);
    return 0;
}
