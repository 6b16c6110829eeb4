// run: bmc
// expect: proved
#include <assert.h>
#define _DEFAULT_SOURCE
#include <math.h>
int main(void) {
    lgamma(-0.5);
    assert(signgam == -1);
    lgammaf(-1.5f);
    assert(signgam == 1);
    lgammal(3);
    assert(signgam == 1);
    return 0;
}
