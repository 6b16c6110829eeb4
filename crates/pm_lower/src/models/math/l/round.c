// Made by scripts/models.py from math/round.c.
// Rounding and the parts of numbers: exact.
typedef long double real;
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
void __pm_math_error(int code);

long double fabsl(long double x) {
    return __builtin_fabsl(x);
}

long double floorl(long double x) {
    return __builtin_floorl(x);
}

long double ceill(long double x) {
    return __builtin_ceill(x);
}

long double truncl(long double x) {
    return __builtin_truncl(x);
}

long double roundl(long double x) {
    return __builtin_roundl(x);
}

long double rintl(long double x) {
    return __builtin_rintl(x);
}

// The rounding mode is always to nearest.
long double nearbyintl(long double x) {
    return __builtin_rintl(x);
}

long double roundevenl(long double x) {
    return __builtin_rintl(x);
}

// What does not fit has an unspecified result, and may be told as a domain error.
static long to_long(real x) {
    real limit = __builtin_scalbnl((real)1, (int)sizeof(long) * 8 - 1);
    if (x >= -limit && x < limit)
        return (long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_long();
}

static long long to_long_long(real x) {
    real limit = __builtin_scalbnl((real)1, 63);
    if (x >= -limit && x < limit)
        return (long long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_longlong();
}

long lroundl(long double x) {
    return to_long(__builtin_roundl(x));
}

long long llroundl(long double x) {
    return to_long_long(__builtin_roundl(x));
}

long lrintl(long double x) {
    return to_long(__builtin_rintl(x));
}

long long llrintl(long double x) {
    return to_long_long(__builtin_rintl(x));
}

long double modfl(long double x, long double *whole) {
    __CPROVER_precondition(__CPROVER_w_ok(whole, sizeof(real)), "modfl result writable");
    *whole = __builtin_truncl(x);
    if (__builtin_isinf(x))
        return __builtin_copysignl((real)0, x);
    return __builtin_copysignl(x - *whole, x);
}
