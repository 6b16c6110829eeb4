// Two reads of a register are two values, also through a pointer, by an index, by a bit-field and by a copy of all of it.
// run: check --engine bmc --mmio 0x40000000:16, check --engine kind --mmio 0x40000000:16, check --engine ic3 --mmio 0x40000000:16
// expect: violated
#include <assert.h>
#include <string.h>
struct device {
    volatile unsigned status;
    volatile unsigned ready : 1, mode : 3;
    volatile unsigned char data[8];
};
#define DEVICE ((struct device *)0x40000000)
unsigned nondet_uint(void);
int main(void) {
    struct device *d = DEVICE;
    unsigned i = nondet_uint() % 8, a = DEVICE->status, b = d->status;
    assert(a == b); // error: [main.assertion.1]
    unsigned char c = d->data[i], e = d->data[i];
    assert(c == e); // error: [main.assertion.2]
    d->mode = 5;
    assert(d->mode == 5); // error: [main.assertion.3]
    struct device copy = *d;
    assert(copy.status == 0); // error: [main.assertion.4]
    unsigned char bytes[4];
    memcpy(bytes, (void *)d, 4);
    assert(bytes[3] == 0); // error: [main.assertion.5]
    return 0;
}
