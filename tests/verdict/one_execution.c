// run: check --unsigned-overflow-check -v
// expect: proved
// A program without inputs has one execution; loops of any length are run to their end.
#include <assert.h>
unsigned table[64];
int main(void) {
    unsigned x = 1;
    for (unsigned i = 0; i < 2000000; i++) {
        x = (x * 5 + 3) % 1000003;
        table[i % 64] ^= x;
    }
    assert(x < 1000003);
    return 0;
}
