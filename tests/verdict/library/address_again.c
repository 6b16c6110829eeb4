// The address of an object that is gone may come again: what says otherwise is not proved.
// run: bmc
// expect: inconclusive
// message: where objects lie in memory
#include <stdlib.h>
#include <stdint.h>
int main(void) {
    char *p = malloc(4);
    if (!p)
        return 0;
    uintptr_t old = (uintptr_t)p;
    char *q = realloc(p, 8);
    if (q)
        __CPROVER_assert((uintptr_t)q != old, "it grows where it is");
    return 0;
}
