// run: check --engine bmc --mmio 0x1000:16:ram --mmio 0x40000000:16:ram
// expect: safe
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
volatile uint32_t *const bank = (volatile uint32_t *)0x40000000;
volatile uint32_t *port = (volatile uint32_t *)0x1000;
int main(void) {
    unsigned i = nondet_uint(), c = nondet_uint();
    if (i >= 4)
        return 0;
    bank[i] = 7;
    if (c & 1)
        port = bank + 1;
    *port = 9;
    uintptr_t address = 0x40000000 + 4 * (uintptr_t)i;
    assert(*(volatile uint32_t *)address == 7 || ((c & 1) == 1 && i == 1));
    return 0;
}
