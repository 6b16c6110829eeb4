// Made by scripts/models.py from math/trigonometric.c.
// Trigonometric functions: nondeterministic within their range; what C fixes is exact.
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

static real any(void) {
    real r = __VERIFIER_nondet_long_double();
    if (!__builtin_isfinite(r))
        r = 0;
    if (__pm_errno_is_read() && __builtin_fabsl(r) < __builtin_scalbnl((real)1, -16382))
        __pm_math_error(34);
    return r;
}

long double sinl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

long double cosl(long double x) {
    if (x == 0)
        return 1;
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

long double tanl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return any();
}

void sincosl(long double x, long double *s, long double *c) {
    __CPROVER_precondition(__CPROVER_w_ok(s, sizeof(real)), "sincosl sine writable");
    __CPROVER_precondition(__CPROVER_w_ok(c, sizeof(real)), "sincosl cosine writable");
    *s = sinl(x);
    *c = cosl(x);
}

long double asinl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

long double acosl(long double x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 1)
        return 0;
    if (x < -1 || x > 1)
        return domain_error();
    return between(0, (real)3.1415929);
}

long double atanl(long double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

long double atan2l(long double y, long double x) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (y == 0 && !__builtin_signbit(x))
        return y;
    return __builtin_signbit(y) ? between((real)-3.1415929, 0) : between(0, (real)3.1415929);
}
