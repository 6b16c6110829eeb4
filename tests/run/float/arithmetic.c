// expect: exit 1
// stdout: 0x1.8cccccp+1 0x1.333334p-2 0x1.ep+4
// stdout: 0x1.8cccccccccccdp+1 0x1.3333333333334p-2 0x1.ep+4
// stdout: 0xc.666666666666666p-2 0x9.99999999999999ap-5 0xfp+1
// stdout: 0 1 0
// stdout: inf -inf -0x0p+0
// stdout: 1 1 0
// stdout: 0x1.8p+3 0x1p-2
// stdout: 0x0.00000000007e8p-1022 0x0p+0 inf
// stdout: 0x1.47ae14ccccccdp-7 inf
// stdout: 0x1.19999ap+0 -0x1.ccccccccccccdp-1 0x1.ccccccccccccdp-1
// stdout: 2.500 2 1.234568e+04 1e-05 1E+20
#include <stdio.h>
int main(void) {
    volatile float f = 0.1f, g = 3.0f;
    volatile double d = 0.1, e = 3.0;
    volatile long double l = 0.1L, m = 3.0L;
    printf("%a %a %a\n", f + g, f * g, g / f);
    printf("%a %a %a\n", d + e, d * e, e / d);
    printf("%La %La %La\n", l + m, l * m, m / l);
    printf("%d %d %d\n", f == d, (float)d == f, d < l);
    printf("%a %a %La\n", 1.0f / 0.0f, -1.0 / 0.0, 0.0L * -1);
    printf("%d %d %d\n", (0.0 / 0.0) != (0.0 / 0.0), 0.0 == -0.0, (0.0 / 0.0) < 1);
    printf("%a %a\n", 0x1.8p3, 0x.8p-1f);
    printf("%a %a %a\n", 1e-320, 4.9e-324 / 2, 1e308 * 10);
    printf("%a %a\n", (double)(f * d), (double)(float)1e40);
    f++;
    d--;
    printf("%a %a %a\n", f, d, -d);
    printf("%.3f %.0f %e %g %G\n", 2.5, 2.5, 12345.678, 1e-5, 1e20);
    return !(d < 0) + (f > 1);
}
