// run: bmc, bmc --engine bmc
// expect: proved
#include <assert.h>
#include <stdint.h>
_Alignas(16) char buffer[16];
int main(void) {
    assert((uintptr_t)buffer % 16 == 0);
    return 0;
}
