// run: bmc
// expect: proved
#include <math.h>
int main(void) {
    volatile double a = -0.0, b = 0.0, c = -1.0;
    __CPROVER_assert(fmin(a, b) == 0 && signbit(fmin(a, a)) && !signbit(fmaxl(b, b)), "zeros");
    __CPROVER_assert(fmin(a, c) == -1 && !signbit(fdim(a, b)), "others");
    return 0;
}
