// Executions end where an assert fails: the second property is never the first one that fails.
// run: check --engine ic3 --property main.assertion.1 --property main.assertion.2
// expect: violated
#include <assert.h>
int nondet_int(void);
_Bool nondet_bool(void);
int main(void) {
    int x = 0;
    while (nondet_bool()) {
        assert(x < 3); // error: [main.assertion.1]
        if (nondet_bool())
            assert(x < 5);
        if (x < 100)
            x++;
    }
    return 0;
}
