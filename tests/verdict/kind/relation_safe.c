// run: check --engine kind
// expect: safe
// An invariant relates two variables of a loop without a bound.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = 0, y = 0;
    while (nondet_int()) {
        if (x < 100) {
            x++;
            y += 2;
        } else {
            x = 0;
            y = 0;
        }
        assert(y == 2 * x);
    }
    return 0;
}
