// run: check --engine bmc --mmio 0x40000000:8:ram
// expect: safe
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40000000)
#define CONTROL (*(volatile unsigned *)0x40000004)
int main(void) {
    unsigned s = STATUS;
    CONTROL = s ^ 0x5a;
    assert(s == STATUS && (CONTROL ^ STATUS) == 0x5a);
    return 0;
}
