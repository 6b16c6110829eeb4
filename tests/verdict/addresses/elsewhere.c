// A variable may lie where it lay an iteration before. That is no reason to leave the rest open.
// run: bmc, bmc --engine bmc
// expect: violated
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
int main(void) {
    uintptr_t address[2];
    for (int i = 0; i < 2; i++) {
        int x = nondet_uint() & 1;
        address[i] = (uintptr_t)&x;
    }
    int table[4] = {1, 2, 3, 4};
    assert(table[nondet_uint() & 3] >= 1);
    assert(address[0] != address[1]); // error: [main.assertion.2]
    return 0;
}
