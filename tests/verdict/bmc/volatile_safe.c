// Without the option a volatile object is as any other; with it, only reads are arbitrary.
// run: check --engine bmc, check --nondet-volatile
// expect: safe
#include <assert.h>
volatile int sensor;
int plain;
int main(void) {
    int a = sensor;
    plain = a;
    sensor = 3;
    assert(a == plain);
    int b = sensor;
    return b == b ? 0 : 1;
}
