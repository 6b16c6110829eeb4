// Which elements qsort and bsearch compare is open: a comparison that fails for any of them is found.
// run: bmc
// expect: violated
#include <limits.h>
#include <stdlib.h>
static int by_difference(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; // error: [by_difference.overflow.1]
}
int main(void) {
    int v[4] = {INT_MIN, 0, 1, INT_MAX};
    qsort(v, 4, sizeof v[0], by_difference);
    return 0;
}
