// An object that realloc does not make larger may stay where it was.
// run: bmc
// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    char *q = realloc(p, 4);
    if (!q)
        return 0;
    __CPROVER_assert(q != p, "moved"); // error: [main.assertion.1]
    __CPROVER_assert(q == p, "not moved"); // error: [main.assertion.2]
    return 0;
}
