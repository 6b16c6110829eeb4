// run: check --engine kind --nondet-volatile status --nondet-volatile fixed, check --engine ic3 --nondet-volatile=status --nondet-volatile=fixed
// expect: proved
#include <assert.h>
volatile unsigned status;
volatile unsigned other;
static const volatile unsigned fixed = 7;
int main(void) {
    while (status != 3)
        ;
    unsigned a = fixed;
    other = a;
    assert(other == a);
    return 0;
}
