// Which of two objects lies first is open.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: inconclusive
// message: it depends on where objects lie in memory
#include <assert.h>
#include <stdint.h>
int nondet_int(void);
char first[16], second[16];
int main(void) {
    int x = nondet_int();
    if (x > 3) {
        assert((uintptr_t)first < (uintptr_t)second);
    }
    return 0;
}
