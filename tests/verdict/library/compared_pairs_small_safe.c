// Few elements: all pairs are compared, which needs no inputs.
// run: bmc -v
// expect: proved
// message: by run
#include <stdlib.h>
static int by_difference(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int v[4] = {3, 0, 1, 2};
    qsort(v, 4, sizeof v[0], by_difference);
    __CPROVER_assert(v[3] == 3, "sorted");
    return 0;
}
