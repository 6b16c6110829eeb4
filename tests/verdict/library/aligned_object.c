// Alignments beyond that of every type are not modelled in addresses.
// run: bmc
// expect: inconclusive
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    void *p = aligned_alloc(64, 64), *q = 0;
    assert(((uintptr_t)p & 63) == 0);
    if (posix_memalign(&q, 128, 100) == 0)
        assert(((uintptr_t)q & 127) == 0);
    return 0;
}
