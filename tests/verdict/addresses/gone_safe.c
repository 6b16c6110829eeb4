// A pointer to an object that is gone is not null, and what lives is apart.
// run: bmc --no-malloc-may-fail, bmc --no-malloc-may-fail --engine bmc, bmc --no-malloc-may-fail --engine kind, bmc --no-malloc-may-fail --engine ic3
// expect: proved
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *old = malloc(8);
    char *new = malloc(nondet_int() ? 8 : 16);
    assert(new != old);
    free(old);
    assert(new != NULL);
    free(new);
    return 0;
}
