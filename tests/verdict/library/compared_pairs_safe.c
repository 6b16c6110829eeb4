// A comparison that cannot fail leaves a program without inputs.
// run: bmc -v
// expect: proved
// message: by run
#include <limits.h>
#include <stdlib.h>
static int by_order(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}
int main(void) {
    int v[12] = {INT_MIN, 0, 1, INT_MAX, 5, 4, 3, 2, -1, -2, -3, 7}, key = 5;
    qsort(v, 12, sizeof v[0], by_order);
    __CPROVER_assert(v[0] == INT_MIN && v[11] == INT_MAX, "sorted");
    __CPROVER_assert(bsearch(&key, v, 12, sizeof v[0], by_order) != 0, "found");
    return 0;
}
