// Two reads of a volatile object need not give the same value.
// run: check --engine bmc --nondet-volatile
// expect: violated
#include <assert.h>
volatile int sensor;
struct reg { unsigned mode : 3, rest : 29; };
volatile struct reg r;
int main(void) {
    int a = sensor;
    sensor = 3;
    assert(a == sensor); // error: [main.assertion.1]
    assert(r.mode < 8);
    struct reg copy = r;
    assert(copy.mode == 0); // error: [main.assertion.3]
    sensor++; // error: [main.overflow.1]
    return 0;
}
