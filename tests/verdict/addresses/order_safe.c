// They do not overlap.
// run: bmc, bmc --engine bmc, bmc --engine kind
// expect: proved
#include <assert.h>
#include <stdint.h>
int nondet_int(void);
char first[16], second[16];
int main(void) {
    int x = nondet_int();
    if (x > 3) {
        uintptr_t a = (uintptr_t)first, b = (uintptr_t)second;
        assert(a + 16 <= b || b + 16 <= a);
    }
    return 0;
}
