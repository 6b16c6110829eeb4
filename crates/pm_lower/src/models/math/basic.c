// Remainders, extremes, square root, multiply-add: exact.
typedef double real;
void __pm_math_error(int code);

double sqrt(double x) {
    if (__pm_errno_is_read() && x < 0)
        __pm_math_error(33);
    return __builtin_sqrt(x);
}

double fma(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}

static void remainder_error(real x, real y) {
    if (__builtin_isinf(x) || (y == 0 && !__builtin_isnan(x)))
        __pm_math_error(33);
}

double fmod(double x, double y) {
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_fmod(x, y);
}

double remainder(double x, double y) {
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_remainder(x, y);
}

double drem(double x, double y) {
    return __builtin_remainder(x, y);
}

double fmin(double x, double y) {
    if (__builtin_isnan(x))
        return y;
    if (__builtin_isnan(y))
        return x;
    return x < y ? x : y;
}

double fmax(double x, double y) {
    if (__builtin_isnan(x))
        return y;
    if (__builtin_isnan(y))
        return x;
    return x > y ? x : y;
}

double fdim(double x, double y) {
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isnan(y))
        return y;
    return x > y ? x - y : (real)0;
}

double copysign(double x, double y) {
    return __builtin_copysign(x, y);
}

double nan(const char *tag) {
    __CPROVER_precondition(__CPROVER_r_ok(tag, 1), "nan tag readable");
    return (real)__builtin_nan("");
}
