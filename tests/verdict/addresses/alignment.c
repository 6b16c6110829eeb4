// More alignment than was asked for is open. The program has no inputs.
// run: bmc, bmc --engine bmc
// expect: inconclusive
#include <assert.h>
#include <stdint.h>
_Alignas(16) char buffer[16];
int main(void) {
    assert((uintptr_t)buffer % 32 == 0);
    return 0;
}
