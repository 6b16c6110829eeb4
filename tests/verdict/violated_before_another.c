// run: check --engine bmc, check --engine kind, check --engine ic3
// expect: violated
// Every execution that violates the second assertion violates the third one later: both are violated, each in its own way.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int limit = x > 10 ? 10 : x;
    assert(limit <= 10);
    assert(x <= 5);  // error: [main.assertion.2]
    assert(x <= 3);  // error: [main.assertion.3]
    return 0;
}
