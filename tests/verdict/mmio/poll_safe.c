// run: check --engine kind --mmio 0x40000000:8, check --engine ic3 --mmio 0x40000000:8, check --mmio 0x40000000:8
// expect: proved
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40000000)
#define DATA (*(volatile unsigned *)0x40000004)
int main(void) {
    while (!(STATUS & 1))
        ;
    unsigned d = DATA;
    if (d >= 100)
        return 1;
    assert(d < 100);
    return 0;
}
