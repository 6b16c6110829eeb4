// A volatile object that hardware changes, by its name; through pointers, too. Others change by the program's own stores only.
// run: check --engine bmc --unwind 3 --nondet-volatile status, check --engine kind --nondet-volatile status, check --engine ic3 --nondet-volatile status, check --nondet-volatile status
// expect: violated
#include <assert.h>
volatile unsigned status;
volatile unsigned other;
static const volatile unsigned fixed = 7;
int main(void) {
    volatile unsigned *p = &status;
    while (*p != 3)
        ;
    other = 5;
    assert(other == 5);
    assert(fixed == 7);
    *p = 5;
    assert(status == 5); // error: [main.assertion.3]
    return 0;
}
