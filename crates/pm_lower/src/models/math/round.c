// Rounding and the parts of numbers: exact.
typedef double real;
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
void __pm_math_error(int code);

double fabs(double x) {
    return __builtin_fabs(x);
}

double floor(double x) {
    return __builtin_floor(x);
}

double ceil(double x) {
    return __builtin_ceil(x);
}

double trunc(double x) {
    return __builtin_trunc(x);
}

double round(double x) {
    return __builtin_round(x);
}

double rint(double x) {
    return __builtin_rint(x);
}

// The rounding mode is always to nearest.
double nearbyint(double x) {
    return __builtin_rint(x);
}

double roundeven(double x) {
    return __builtin_rint(x);
}

// What does not fit has an unspecified result, and may be told as a domain error.
static long to_long(real x) {
    real limit = __builtin_scalbn((real)1, (int)sizeof(long) * 8 - 1);
    if (x >= -limit && x < limit)
        return (long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_long();
}

static long long to_long_long(real x) {
    real limit = __builtin_scalbn((real)1, 63);
    if (x >= -limit && x < limit)
        return (long long)x;
    __pm_math_error(33);
    return __VERIFIER_nondet_longlong();
}

long lround(double x) {
    return to_long(__builtin_round(x));
}

long long llround(double x) {
    return to_long_long(__builtin_round(x));
}

long lrint(double x) {
    return to_long(__builtin_rint(x));
}

long long llrint(double x) {
    return to_long_long(__builtin_rint(x));
}

double modf(double x, double *whole) {
    __CPROVER_precondition(__CPROVER_w_ok(whole, sizeof(real)), "modf result writable");
    *whole = __builtin_trunc(x);
    if (__builtin_isinf(x))
        return __builtin_copysign((real)0, x);
    return __builtin_copysign(x - *whole, x);
}
