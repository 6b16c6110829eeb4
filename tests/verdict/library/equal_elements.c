// Of elements that compare equal any may come first, and any may be found.
// run: bmc
// expect: violated
#include <stdlib.h>
struct pair { int key, value; };
static int by_key(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void) {
    struct pair p[3] = {{1, 10}, {1, 11}, {0, 12}}, key = {1, 0};
    qsort(p, 3, sizeof p[0], by_key);
    __CPROVER_assert(p[1].value == 10, "stable"); // error: [main.assertion.1]
    __CPROVER_assert(p[1].value == 11, "reversed"); // error: [main.assertion.2]
    struct pair *found = bsearch(&key, p, 3, sizeof p[0], by_key);
    __CPROVER_assert(found == p + 1, "the first"); // error: [main.assertion.3]
    __CPROVER_assert(found == p + 2, "the last"); // error: [main.assertion.4]
    return 0;
}
