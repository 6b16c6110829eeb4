// Where one property depends on where objects lie, the others are decided.
// run: bmc, bmc --engine bmc
// expect: inconclusive
// message: 1 UNKNOWN, 2 SUCCESS
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
static uintptr_t first(void) {
    int x[4];
    x[nondet_uint() & 3] = 1;
    return (uintptr_t)x;
}
static uintptr_t second(void) {
    int y[4];
    y[nondet_uint() & 3] = 1;
    return (uintptr_t)y;
}
int main(void) {
    uintptr_t a = first(), b = second();
    assert(a != b);
    return 0;
}
