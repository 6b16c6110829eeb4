// Which of two zeros is the smaller one is open.
// run: bmc
// expect: violated
#include <math.h>
int main(void) {
    volatile double a = -0.0, b = 0.0;
    __CPROVER_assert(!signbit(fmin(a, b)), "minimum"); // error: [main.assertion.1]
    __CPROVER_assert(signbit(fmaxf((float)b, (float)a)), "maximum"); // error: [main.assertion.2]
    return 0;
}
