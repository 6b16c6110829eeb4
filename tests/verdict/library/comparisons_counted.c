// How often elements are compared is open.
// run: bmc --unwind 6
// expect: violated
#include <stdlib.h>
static int n;
static int counting(const void *a, const void *b) {
    n++;
    return *(const signed char *)a - *(const signed char *)b;
}
int main(void) {
    signed char v[4] = {1, 2, 3, 4}, key = 3;
    qsort(v, 4, sizeof v[0], counting);
    __CPROVER_assert(n == 3, "as few as possible"); // error: [main.assertion.1]
    n = 0;
    bsearch(&key, v, 4, sizeof v[0], counting);
    __CPROVER_assert(n == 1, "found at once"); // error: [main.assertion.2]
    return 0;
}
