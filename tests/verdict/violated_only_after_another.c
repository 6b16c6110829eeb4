// run: check --engine bmc --unwind-max 5, check --engine kind, check --engine ic3
// expect: violated
// Executions end at their first violation: what fails only after another failed is not violated. What fails before one is,
// and a property that only executions reach that fail later is reached.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x == 7) {
        assert(x > 3);
        for (int i = 0; i < 2; i++) {
            assert(i == 0); // error: [main.assertion.2]
            assert(x + i == 7);
        }
    }
    while (nondet_int())
        assert(x <= 3); // error: [main.assertion.4]
    return 0;
}
