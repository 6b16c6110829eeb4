// A register that the loop waits for; it is an object only with --mmio 0x40000000:4:ram.
#include <assert.h>

int main(void) {
    volatile unsigned *status = (volatile unsigned *)0x40000000;
    unsigned last = 0;
    while (*status != 1) {
        *status = last;
        last = 1 - last;
        assert(last <= 1);
    }
    return 0;
}
