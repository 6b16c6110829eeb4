// Memory at a fixed address keeps what was written; what was read once stays what it is.
// run: check --engine bmc --mmio 0x40000000:16:ram, check --engine kind --mmio 0x40000000:16:ram, check --engine ic3 --mmio 0x40000000:16:ram
// expect: proved
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
    assert(a == b);
    unsigned char c = d->data[i], e = d->data[i];
    assert(c == e);
    d->mode = 5;
    assert(d->mode == 5);
    struct device copy = *d;
    assert(copy.status == a);
    return 0;
}
