// expect: exit 0
// stdout: 1 1 1
// stdout: 0 1 0
// stdout: 1 1 1 1 1
// stdout: 0 1 1
// stdout: -1 1
// stdout: 2.5 inf -3
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double nan_ = __builtin_nan(""), inf = __builtin_inf(), sub = 1e-310, z = -0.0;
    printf("%d %d %d\n", !!isnan(nan_), !!isinf(inf), !!isfinite(sub));
    printf("%d %d %d\n", !!isnormal(sub), !!signbit(z), !!signbit(1.0));
    printf("%d %d %d %d %d\n", fpclassify(nan_) == FP_NAN, fpclassify(inf) == FP_INFINITE, fpclassify(sub) == FP_SUBNORMAL, fpclassify(z) == FP_ZERO, fpclassify(1.0f) == FP_NORMAL);
    printf("%d %d %d\n", isgreater(1.0, nan_), isunordered(1.0, nan_), isless(1.0, 2.0));
    printf("%d %d\n", __builtin_isinf_sign(-inf), !!isnan((float)nan_));
    printf("%g %g %g\n", __builtin_fabs(-2.5), __builtin_huge_val(), __builtin_copysign(3.0, z));
    return 0;
}
