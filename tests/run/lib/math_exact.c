// expect: exit 0
// stdout: -3 -2 -2 -3 -2 -3
// stdout: -1 -0 -0 -1 -0 -1
// stdout: 0 1 0 1 0 1
// stdout: 1 2 1 2 2 2
// stdout: 2 3 2 3 2 3
// stdout: 1e+17 1e+17 1e+17 1e+17 1e+17 100000000000000000
// stdout: -0 -0 -0 -0 -0 0
// stdout: 0x1.8p+0 -0x1p-1 0x1p-54
// stdout: 0x1.6a09e667f3bcdp+0 0x1.6a09e6p+0 -0x0p+0
// stdout: 1 2 2 -1
// stdout: -0.625 4 12 -0.75 -3
// stdout: 3 -4 0x1.0000000000001p+0 -0x0.0000000000001p-1022
// stdout: -0x1p+1 0xb.504f333f9de6484p-3 0x1.4p+0
// stdout: 1 1
// stdout: 1 0 1 1
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double x[] = {-2.5, -0.5, 0.5, 1.5, 2.5, 1e17, -0.0};
    for (int i = 0; i < 7; i++)
        printf("%g %g %g %g %g %ld\n", floor(x[i]), ceil(x[i]), trunc(x[i]), round(x[i]), rint(x[i]), lround(x[i]));
    printf("%a %a %a\n", fmod(5.5, -2.0), remainder(5.5, 2.0), fma(0.1, 10.0, -1.0));
    printf("%a %a %a\n", sqrt(2.0), (double)sqrtf(2.0f), sqrt(-0.0));
    printf("%g %g %g %g\n", fmin(1.0, NAN), fmax(-1.0, 2.0), fdim(3.0, 1.0), copysign(1.0, -0.0));
    int e;
    double whole;
    double m = frexp(-10.0, &e), f = modf(-3.75, &whole);
    printf("%g %d %g %g %g\n", m, e, ldexp(0.75, 4), f, whole);
    printf("%d %g %a %a\n", ilogb(10.0), logb(0.1), nextafter(1.0, 2.0), nextafter(0.0, -1.0));
    printf("%a %La %a\n", (double)floorf(-1.5f), sqrtl(2.0L), (double)fmodf(7.25f, 2.0f));
    printf("%d %d\n", isnan(sqrt(-1.0)) != 0, isnan(fmod(1.0, 0.0)) != 0);
    printf("%g %g %g %g\n", exp(0.0), log(1.0), pow(7.0, 0.0), cos(0.0));
    return 0;
}
