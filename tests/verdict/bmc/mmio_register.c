// Memory at a fixed address holds any value until the program writes it.
// run: check --engine bmc --mmio 0x40000000:8:ram
// expect: violated
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40000000)
#define CONTROL (*(volatile unsigned *)0x40000004)
int main(void) {
    unsigned s = STATUS;
    CONTROL = s ^ 0x5a;
    assert(CONTROL != 0x12345678); // error: [main.assertion.1]
    return 0;
}
