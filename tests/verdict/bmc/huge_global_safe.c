// Offsets of more than 32 bits are not cut.
// expect: safe
#include <assert.h>
int nondet_int(void);
char a[1ULL << 33];
int main(void) {
    a[0] = 1;
    a[1ULL << 32] = 2;
    assert(a[0] == 1);
    a[(1ULL << 32) + (nondet_int() & 1)] = 3;
    assert(a[0] == 1);
    assert(a[1ULL << 32] == 2 || a[1ULL << 32] == 3);
    return 0;
}
