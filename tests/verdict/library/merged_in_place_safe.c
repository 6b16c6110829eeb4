// Also where there are many elements, those of the array are compared, and no copies.
// run: run
// expect: safe
#include <stdlib.h>
static int v[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
static int in_array(const void *a, const void *b) {
    const int *p = a, *q = b;
    __CPROVER_assert(p >= v && p < v + 9 && q >= v && q < v + 9, "elements of the array");
    return (*p > *q) - (*p < *q);
}
int main(void) {
    qsort(v, 9, sizeof v[0], in_array);
    __CPROVER_assert(v[0] == 1 && v[8] == 9, "sorted");
    return 0;
}
