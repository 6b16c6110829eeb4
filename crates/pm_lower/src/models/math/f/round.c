// Made by scripts/models.py from math/round.c.
// Rounding and the parts of numbers: exact.
typedef float real;
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
void __pm_math_error(int code);

float fabsf(float x) {
    return __builtin_fabsf(x);
}

float floorf(float x) {
    return __builtin_floorf(x);
}

float ceilf(float x) {
    return __builtin_ceilf(x);
}

float truncf(float x) {
    return __builtin_truncf(x);
}

float roundf(float x) {
    return __builtin_roundf(x);
}

float rintf(float x) {
    return __builtin_rintf(x);
}

// The rounding mode is always to nearest.
float nearbyintf(float x) {
    return __builtin_rintf(x);
}

float roundevenf(float x) {
    return __builtin_rintf(x);
}

// What does not fit has an unspecified result, and may be told as a domain error.
static long to_long(real x) {
    real limit = __builtin_scalbnf((real)1, (int)sizeof(long) * 8 - 1);
    if (x >= -limit && x < limit)
        return (long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_long();
}

static long long to_long_long(real x) {
    real limit = __builtin_scalbnf((real)1, 63);
    if (x >= -limit && x < limit)
        return (long long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_longlong();
}

long lroundf(float x) {
    return to_long(__builtin_roundf(x));
}

long long llroundf(float x) {
    return to_long_long(__builtin_roundf(x));
}

long lrintf(float x) {
    return to_long(__builtin_rintf(x));
}

long long llrintf(float x) {
    return to_long_long(__builtin_rintf(x));
}

float modff(float x, float *whole) {
    __CPROVER_precondition(__CPROVER_w_ok(whole, sizeof(real)), "modff result writable");
    *whole = __builtin_truncf(x);
    if (__builtin_isinf(x))
        return __builtin_copysignf((real)0, x);
    return __builtin_copysignf(x - *whole, x);
}
