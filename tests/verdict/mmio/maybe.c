// A pointer to a device or to a variable: only reads of the device are inputs.
// run: check --engine bmc --mmio 0x40000000:4, check --engine kind --mmio 0x40000000:4, check --engine ic3 --mmio 0x40000000:4
// expect: violated
#include <assert.h>
unsigned nondet_uint(void);
unsigned variable = 3;
int main(void) {
    unsigned which = nondet_uint() & 1;
    volatile unsigned *p = which ? (volatile unsigned *)0x40000000 : &variable;
    unsigned v = *p;
    assert(which || v == 3);
    *p = 4;
    assert(!which || variable == 3);
    assert(*p == 4); // error: [main.assertion.3]
    return 0;
}
