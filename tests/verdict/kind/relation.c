// run: check --engine kind
// expect: violated
// The twin of relation_safe.c: the relation breaks after 100 iterations.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = 0, y = 0;
    while (nondet_int()) {
        if (x < 20) {
            x++;
            y += 2;
        } else {
            x = 1;
            y = 0;
        }
        assert(y == 2 * x); // error: [main.assertion.1]
    }
    return 0;
}
