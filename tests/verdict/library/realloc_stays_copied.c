// What a copy returns shows the bytes of the pointers that were copied.
// run: bmc
// expect: inconclusive
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(4), **h = malloc(sizeof p), *q;
    if (!p || !h)
        return 0;
    unsigned char *b = (unsigned char *)memcpy(h, &p, sizeof p), o[sizeof p];
    memcpy(o, b, sizeof o);
    q = realloc(p, 8);
    if (!q)
        return 0;
    *h = q;
    __CPROVER_assert(memcmp(o, b, sizeof o) != 0, "it moves");
    free(q);
    free(h);
    return 0;
}
