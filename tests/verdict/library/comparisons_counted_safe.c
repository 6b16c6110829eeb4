// Each element is compared, with elements of the array.
// run: check
// expect: proved
#include <stdlib.h>
static signed char v[2] = {2, 1};
static int n;
static int counting(const void *a, const void *b) {
    const signed char *p = a, *q = b;
    __CPROVER_assert((p == v || p == v + 1) && (q == v || q == v + 1), "elements of the array");
    n = 1;
    return *p - *q;
}
int main(void) {
    qsort(v, 2, sizeof v[0], counting);
    __CPROVER_assert(n == 1, "compared");
    return 0;
}
