// The same with a variable that is there all the time.
// run: bmc, bmc --engine bmc
// expect: safe
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
int main(void) {
    uintptr_t address[2];
    int x[2];
    for (int i = 0; i < 2; i++) {
        x[i] = nondet_uint() & 1;
        address[i] = (uintptr_t)&x[i];
    }
    int table[4] = {1, 2, 3, 4};
    assert(table[nondet_uint() & 3] >= 1);
    assert(address[0] != address[1]);
    return 0;
}
