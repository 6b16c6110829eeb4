// run: bmc
// expect: inconclusive
// message: where objects lie in memory
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    char *q = malloc(4);
    if (p && q)
        __CPROVER_assert(q != p, "another one");
    return 0;
}
