// As gone.c, without an input.
// run: bmc --no-malloc-may-fail, bmc --no-malloc-may-fail --engine bmc, bmc --no-malloc-may-fail --engine kind
// expect: inconclusive
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    assert(new != old);
    free(new);
    return 0;
}
