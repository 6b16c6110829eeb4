// A realloc of one of several objects: as many bytes are copied as the path says.
// run: bmc --no-malloc-may-fail --engine bmc
// expect: proved
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int a = nondet_int() & 3;
    unsigned char *p = malloc(3), *q = malloc(3), *r = malloc(4);
    for (int k = 0; k < a; k++)
        r = malloc(k + 1);
    if (q != p)
        free(p);
    unsigned char *t = realloc(r, 9);
    t[8] = 1;
    return 0;
}
