// run: check
// expect: violated
// The twin of phases_safe.c: the constant is odd. The one execution is long; most of its iterations are skipped.
#include <assert.h>

int main(void) {
    unsigned x = 0;
    while (x < 200000000) {
        if (x < 70001)
            x++;
        else
            x += 2;
    }
    assert(x % 2 == 0); // error: [main.assertion.1]
    return 0;
}
