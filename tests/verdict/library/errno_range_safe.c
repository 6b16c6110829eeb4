// run: bmc
// expect: proved
#include <assert.h>
#include <errno.h>
#include <math.h>
int main(void) {
    errno = 0;
    assert(exp2(20) == 1 << 20 && nextafter(1, 2) > 1 && fdim(3, 1) == 2 && fma(2, 3, 4) == 10 && lrint(2.5) == 2);
    assert(ldexp(1.5, 3) == 12 && fmod(5, 3) == 2 && fma(0, 1, 0) == 0 && fdim(1, 3) == 0);
    assert(errno == 0);
    return 0;
}
