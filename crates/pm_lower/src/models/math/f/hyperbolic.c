// Made by scripts/models.py from math/hyperbolic.c.
// Hyperbolic functions: nondeterministic within their range; what C fixes is exact.
typedef float real;
float __VERIFIER_nondet_float(void);
void __pm_math_error(int code);
float __pm_nearf(float result, float low, float high, float value);

static real domain_error(void) {
    __pm_math_error(33);
    return (real)__builtin_nan("");
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    real r = __pm_nearf(__VERIFIER_nondet_float(), lo, hi, lo > 0 ? lo : hi < 0 ? hi : (real)0);
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabsf(r) < __builtin_scalbnf((real)1, -126)))
        __pm_math_error(34);
    return r;
}

float sinhf(float x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, __builtin_inff()) : between(-__builtin_inff(), 0);
}

float coshf(float x) {
    if (x == 0)
        return 1;
    if (!__builtin_isfinite(x))
        return x * x;
    return between(1, __builtin_inff());
}

float tanhf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? 1 : -1;
    return x > 0 ? between(0, 1) : between(-1, 0);
}

float asinhf(float x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, x) : between(x, 0);
}

float acoshf(float x) {
    if (__builtin_isnan(x))
        return x;
    if (x < 1)
        return domain_error();
    if (x == 1)
        return 0;
    return between(0, x);
}

float atanhf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x == 1 || x == -1) {
        __pm_math_error(34);
        return x > 0 ? __builtin_inff() : -__builtin_inff();
    }
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, __builtin_inff()) : between(-__builtin_inff(), 0);
}
