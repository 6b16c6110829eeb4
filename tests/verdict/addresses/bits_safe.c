// What alignment and size say of an address is known, and that objects which live together share no byte.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, check --engine kind -DCASE=0, check --engine kind -DCASE=1, check --engine ic3 -DCASE=1
// expect: proved
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int nondet_int(void);
int x, y;
_Alignas(16) char s[16];
int main(void) {
    uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y;
#if CASE == 0
    assert(a % sizeof x == 0 && a != 0 && (uintptr_t)s % 16 == 0);
#elif CASE == 1
    assert(a + sizeof x <= b || b + sizeof y <= a);
#elif CASE == 2
    char *p = malloc(10), *q = malloc(10);
    if (p && q) {
        uintptr_t c = (uintptr_t)p, d = (uintptr_t)q;
        assert(c + 10 <= d || d + 10 <= c);
    }
    free(p);
    free(q);
#elif CASE == 3
    // There and back, by a way that is not followed.
    uintptr_t h = a ^ 0x55;
    int *p = nondet_int() ? (int *)(h ^ 0x55) : &y;
    *p = 7;
    assert(x == 7 || y == 7);
#elif CASE == 4
    // The end of one object may be the start of another; what lies in an object is in that object.
    uintptr_t end = (uintptr_t)(&x + 1);
    int *p = (int *)((end ^ 1) - 1);
    if (end % 2 == 0 && (end ^ 1) - 1 == end && b == end)
        assert(p == &y);
#endif
    return 0;
}
