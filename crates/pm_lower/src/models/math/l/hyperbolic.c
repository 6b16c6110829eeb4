// Made by scripts/models.py from math/hyperbolic.c.
// Hyperbolic functions: nondeterministic within their range; what C fixes is exact.
typedef long double real;
long double __VERIFIER_nondet_long_double(void);
void __pm_math_error(int code);
long double __pm_nearl(long double result, long double low, long double high, long double value);

static real domain_error(void) {
    __pm_math_error(33);
    return (real)__builtin_nan("");
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    real r = __pm_nearl(__VERIFIER_nondet_long_double(), lo, hi, lo > 0 ? lo : hi < 0 ? hi : (real)0);
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabsl(r) < __builtin_scalbnl((real)1, -16382)))
        __pm_math_error(34);
    return r;
}

long double sinhl(long double x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, __builtin_infl()) : between(-__builtin_infl(), 0);
}

long double coshl(long double x) {
    if (x == 0)
        return 1;
    if (!__builtin_isfinite(x))
        return x * x;
    return between(1, __builtin_infl());
}

long double tanhl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? 1 : -1;
    return x > 0 ? between(0, 1) : between(-1, 0);
}

long double asinhl(long double x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, x) : between(x, 0);
}

long double acoshl(long double x) {
    if (__builtin_isnan(x))
        return x;
    if (x < 1)
        return domain_error();
    if (x == 1)
        return 0;
    return between(0, x);
}

long double atanhl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x == 1 || x == -1) {
        __pm_math_error(34);
        return x > 0 ? __builtin_infl() : -__builtin_infl();
    }
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, __builtin_infl()) : between(-__builtin_infl(), 0);
}
