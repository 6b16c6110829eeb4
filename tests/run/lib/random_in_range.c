// run: run --seed 1, run --seed 2, run
// expect: safe
// What rand returns is open, but not its range.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    srand(5);
    for (int i = 0; i < 20; i++) {
        int r = rand();
        assert(r >= 0 && r <= RAND_MAX);
    }
    return 0;
}
