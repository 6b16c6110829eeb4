// run: check -v
// expect: proved
// A program without inputs, with more iterations than can be executed: those that all do the same are done at once.
#include <assert.h>
static unsigned step(unsigned x) {
    return x + 3;
}

int main(void) {
    unsigned x = 0, rounds = 0;
    while (x < 0xf0000000u) {
        x = step(x);
        rounds++;
    }
    assert(x % 3 == 0 && rounds == 0x50000000u);
    return 0;
}
