// expect: safe
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned nondet_uint(void);
uint8_t bytes[300];
int main(void) {
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 296 || j >= 300)
        return 0;
    uint32_t v = 0x11223344;
    bytes[j] = 0x55;
    memcpy(bytes + i, &v, 4);
    uint32_t w;
    memcpy(&w, &bytes[i], 4);
    assert(w == v);
    *(uint16_t *)(bytes + 2 * (i / 2)) = 0x6677;
    assert(bytes[2 * (i / 2)] == 0x77 && bytes[2 * (i / 2) + 1] == 0x66);
    assert(j < i || j >= i + 4 || bytes[j] != 0x55);
    return 0;
}
