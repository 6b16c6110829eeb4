// Overflow and underflow may be told by errno, also where the result is exact.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=5, bmc -DCASE=6, bmc -DCASE=7, bmc -DCASE=8, bmc -DCASE=9
// expect: violated
#include <assert.h>
#include <errno.h>
#include <float.h>
#define _GNU_SOURCE
#include <math.h>
double drem(double, double);
int main(void) {
    errno = 0;
#if CASE == 0
    exp2(2000.0);
#elif CASE == 1
    exp2(-1500);
#elif CASE == 2
    exp2f(500);
#elif CASE == 3
    nextafter(DBL_MAX, INFINITY);
#elif CASE == 4
    fdim(DBL_MAX, -DBL_MAX);
#elif CASE == 5
    drem(1, 0);
#elif CASE == 6
    fma(DBL_MAX, 2, 0);
#elif CASE == 7
    lrint(1e300);
#elif CASE == 8
    ldexp(1.5, -1074);
#else
    tan(1e-310);
#endif
    assert(errno == 0); // error: [main.assertion.1]
    return 0;
}
