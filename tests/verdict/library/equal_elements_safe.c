// run: run, bmc
// expect: safe
#include <stdlib.h>
struct pair { int key, value; };
static int by_key(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    struct pair p[3] = {{1, 10}, {1, 11}, {0, 12}}, key = {1, 0}, other = {2, 0};
    qsort(p, 3, sizeof p[0], by_key);
    __CPROVER_assert(p[0].value == 12 && p[1].value + p[2].value == 21, "sorted");
    struct pair *found = bsearch(&key, p, 3, sizeof p[0], by_key);
    __CPROVER_assert(found && found->key == 1, "found");
    __CPROVER_assert(!bsearch(&other, p, 3, sizeof p[0], by_key), "not found");
    int n[4] = {3, 1, 3, 2};
    qsort(n, 4, sizeof n[0], by_number);
    __CPROVER_assert(n[0] == 1 && n[1] == 2 && n[2] == 3 && n[3] == 3, "numbers");
    return 0;
}
