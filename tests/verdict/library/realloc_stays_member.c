// A pointer of another type to a pointer, within something larger of static storage.
// run: bmc
// expect: inconclusive
#include <stdlib.h>
#include <string.h>
char *p;
struct view {
    int n;
    unsigned char *bytes;
} v[2] = {{1, 0}, {2, (unsigned char *)&p}};
int main(void) {
    unsigned char o[sizeof p];
    p = malloc(4);
    if (!p)
        return 0;
    memcpy(o, v[1].bytes, sizeof o);
    char *q = realloc(p, 8);
    if (!q)
        return 0;
    p = q;
    __CPROVER_assert(memcmp(o, v[1].bytes, sizeof o) != 0, "it moves");
    free(p);
    return 0;
}
