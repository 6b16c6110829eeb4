// Both are alive.
// run: bmc --no-malloc-may-fail, bmc --no-malloc-may-fail --engine bmc
// expect: proved
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *old = malloc(8);
    uintptr_t address = (uintptr_t)old;
    char *new = malloc(nondet_int() ? 8 : 8);
    assert((uintptr_t)new != address);
    free(old);
    free(new);
    return 0;
}
