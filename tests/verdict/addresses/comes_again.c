// The address of an object that is gone may be that of a new one.
// run: bmc --no-malloc-may-fail, bmc --no-malloc-may-fail --engine bmc, bmc --no-malloc-may-fail --engine kind
// expect: inconclusive
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *old = malloc(8);
    uintptr_t address = (uintptr_t)old;
    free(old);
    char *new = malloc(nondet_int() ? 8 : 8);
    assert((uintptr_t)new != address);
    free(new);
    return 0;
}
