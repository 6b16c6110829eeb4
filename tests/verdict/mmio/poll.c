// A driver waits for a bit that only the hardware sets: what is behind the loop is reached.
// run: check --engine bmc --unwind 3 --mmio 0x40000000:8, check --engine kind --mmio 0x40000000:8, check --engine ic3 --mmio 0x40000000:8, check --mmio 0x40000000:8
// expect: violated
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40000000)
#define DATA (*(volatile unsigned *)0x40000004)
int main(void) {
    STATUS = 0;
    while (!(STATUS & 1))
        ;
    assert(DATA < 100); // error: [main.assertion.1]
    return 0;
}
