// run: check
// expect: violated
// The twin of one_execution_skipped_safe.c: one round more is counted.
#include <assert.h>
static unsigned step(unsigned x) {
    return x + 3;
}

int main(void) {
    unsigned x = 0, rounds = 1;
    while (x < 0xf0000000u) {
        x = step(x);
        rounds++;
    }
    assert(x % 3 == 0 && rounds == 0x50000000u); // error: [main.assertion.1]
    return 0;
}
