// An array that one path reads at a symbolic place and another one by bytes.
// expect: safe
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
uint32_t words[200];
struct big { char tag; uint32_t n[3]; uint16_t h; } many[5000];
int main(void) {
    unsigned i = nondet_uint();
    if (i >= 200)
        return 0;
    if (nondet_uint() & 1)
        words[i] = 7;
    else
        ((uint8_t *)words)[4 * 3 + 1] = 1;
    assert(words[i] == 7 || words[i] == 0 || (i == 3 && words[i] == 256));
    unsigned k = nondet_uint();
    if (k >= 5000)
        return 0;
    many[k].h = 3;
    many[k].n[1] = 4;
    many[7].tag = 1;
    assert(many[k].h == 3 && many[k].n[1] == 4 && many[k].n[2] == 0 && many[k].tag == (k == 7));
    return 0;
}
