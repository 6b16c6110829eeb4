// expect: exit 34
// stdout: -3 4294967295 4294967295
// stdout: 16777216.0 9007199254740992.0 18446744073709551616.0
// stdout: 9007199254740992.0 18446744073709551616.0 18446744073709551615.0
// stdout: 4294967296.000000 4294967295.000000
// stdout: 65 1
// stdout: 18000000000000000000
// stdout: 0x1p+0 0x1.000004p+0
// stdout: 0x1p+0
#include <stdio.h>
int main(void) {
    volatile double d = -3.99, big = 4294967295.5;
    volatile float f = 16777217;
    volatile long long ll = 9007199254740993LL;
    volatile unsigned long long ull = 18446744073709551615ULL;
    volatile unsigned u = 4294967295u;
    printf("%d %u %lld\n", (int)d, (unsigned)big, (long long)big);
    printf("%.1f %.1f %.1f\n", f, (double)ll, (double)ull);
    printf("%.1f %.1f %.1Lf\n", (float)ll, (float)ull, (long double)ull);
    printf("%f %f\n", (float)u, (double)u);
    printf("%d %d\n", (char)65.9, (_Bool)0.25);
    printf("%llu\n", (unsigned long long)1.8e19);
    printf("%a %a\n", (float)0x1.000001p0, (float)0x1.000003p0);
    printf("%a\n", (double)0x1.00000000000008p0L);
    short s = (short)1234.5;
    s += 0.7;
    return s - 1200;
}
