// No object lies at null, nor where numbers stand for errors.
// run: bmc, check --engine kind, check --engine ic3
// expect: proved
#include <assert.h>
int nondet_int(void);
int x, y;
int main(void) {
    int *p = nondet_int() ? &x : &y;
    assert(p != 0 && p != (int *)-1 && p != (int *)1);
    return 0;
}
