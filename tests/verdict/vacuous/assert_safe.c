// `assert` behind assumptions that contradict each other is not reached; before them, and where its test is reached and holds, it is.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: safe
// message: [main.assertion.1] line 11 assertion x >= 0: SUCCESS
// message: [main.assertion.2] line 15 assertion x == 4: UNREACHABLE
// message: [main.assertion.3] line 19 assertion x == 5: UNREACHABLE
#include <assert.h>
int nondet_int(void);
int main(void) {
    unsigned char x = nondet_int();
    assert(x >= 0);
    if (nondet_int()) {
        __CPROVER_assume(x > 5);
        __CPROVER_assume(x < 3);
        assert(x == 4);
    }
    if (x > 7)
        if (x < 7)
            assert(x == 5);
    return 0;
}
