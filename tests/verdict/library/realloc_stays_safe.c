// run: bmc
// expect: safe
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    p[3] = 7;
    uintptr_t old = (uintptr_t)p;
    char *q = realloc(p, 8);
    if (!q) {
        __CPROVER_assert(p[3] == 7, "still there");
        free(p);
        return 0;
    }
    __CPROVER_assert(q[3] == 7, "kept");
    q[7] = 1;
    if ((uintptr_t)q == old)
        q[0] = 1;
    free(q);
    return 0;
}
