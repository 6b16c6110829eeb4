// Bytes and halves of a large array of words, at symbolic places.
// expect: violated
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
uint32_t words[300];
int main(void) {
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 300 || j >= 600)
        return 0;
    words[i] = 0x11223344;
    ((uint16_t *)words)[j] = 0xabcd;
    uint8_t *bytes = (uint8_t *)words;
    assert(bytes[4 * i + 2] == 0x22 || bytes[4 * i + 2] == 0xcd);
    assert(bytes[4 * i + 2] == 0x22 || bytes[4 * i + 1] == 0xab); // error: [main.assertion.2]
    return 0;
}
