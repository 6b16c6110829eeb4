// The end of one object may be the start of another: C11 6.5.9.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: inconclusive
#include <assert.h>
int nondet_int(void);
int first[2], second[2];
int main(void) {
    int *end = first + (nondet_int() ? 2 : 1);
    assert(end != second);
    return 0;
}
