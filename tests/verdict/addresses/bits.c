// No bit of an address is known but those that its alignment says.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, check --engine kind -DCASE=0, check --engine ic3 -DCASE=1, check -DCASE=2
// expect: inconclusive
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int x, y;
int main(void) {
    uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y;
#if CASE == 0
    assert((a >> 6) % 7 != 3);
#elif CASE == 1
    assert(((a ^ b) & 0xff0) != 0x120);
#elif CASE == 2
    int table[16] = {0};
    table[a >> 4 & 15] = 1;
    assert(!table[5]);
#elif CASE == 3
    char *p = malloc(10);
    assert(!p || (uintptr_t)p != 0x20001230);
    free(p);
#endif
    return 0;
}
