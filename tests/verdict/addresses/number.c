// A number may be the address of any object.
// run: bmc, check --engine kind, check --engine ic3
// expect: inconclusive
#include <assert.h>
unsigned long nondet_ulong(void);
int x;
int main(void) {
    int *p = (int *)nondet_ulong();
    assert(p != &x);
    return 0;
}
