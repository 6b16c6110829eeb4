// Made by scripts/models.py from math/trigonometric.c.
// Trigonometric functions: nondeterministic within their range; what C fixes is exact.
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

static real any(void) {
    real r = __VERIFIER_nondet_float();
    if (!__builtin_isfinite(r))
        r = 0;
    if (__pm_errno_is_read() && __builtin_fabsf(r) < __builtin_scalbnf((real)1, -126))
        __pm_math_error(34);
    return r;
}

float sinf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

float cosf(float x) {
    if (x == 0)
        return 1;
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

float tanf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return any();
}

void sincosf(float x, float *s, float *c) {
    __CPROVER_precondition(__CPROVER_w_ok(s, sizeof(real)), "sincosf sine writable");
    __CPROVER_precondition(__CPROVER_w_ok(c, sizeof(real)), "sincosf cosine writable");
    *s = sinf(x);
    *c = cosf(x);
}

float asinf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

float acosf(float x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 1)
        return 0;
    if (x < -1 || x > 1)
        return domain_error();
    return between(0, (real)3.1415929);
}

float atanf(float x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

float atan2f(float y, float x) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (y == 0 && !__builtin_signbit(x))
        return y;
    return __builtin_signbit(y) ? between((real)-3.1415929, 0) : between(0, (real)3.1415929);
}
