// A pointer to an object that is gone may be equal to one to a new object.
// run: bmc --no-malloc-may-fail, bmc --no-malloc-may-fail --engine bmc, bmc --no-malloc-may-fail --engine kind, bmc --no-malloc-may-fail --engine ic3
// expect: inconclusive
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(nondet_int() ? 8 : 16);
    assert(new != old);
    free(new);
    return 0;
}
