// Neither is at an end, or the other is not at a start.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: proved
#include <assert.h>
int nondet_int(void);
int first[2], second[2];
int main(void) {
    int some = nondet_int();
    int *p = first + (some ? 1 : 0), *end = first + 2;
    assert(p != second);
    assert(end != second + 1);
    assert(p != end);
    return 0;
}
