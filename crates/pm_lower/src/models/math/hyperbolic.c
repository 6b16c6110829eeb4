// Hyperbolic functions: nondeterministic within their range; what C fixes is exact.
typedef double real;
double __VERIFIER_nondet_double(void);
void __pm_math_error(int code);
double __pm_near(double result, double low, double high, double value);

static real domain_error(void) {
    __pm_math_error(33);
    return (real)__builtin_nan("");
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    real r = __pm_near(__VERIFIER_nondet_double(), lo, hi, lo > 0 ? lo : hi < 0 ? hi : (real)0);
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabs(r) < __builtin_scalbn((real)1, -1022 /* float: -126, long double: -16382 */)))
        __pm_math_error(34);
    return r;
}

double sinh(double x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, __builtin_inf()) : between(-__builtin_inf(), 0);
}

double cosh(double x) {
    if (x == 0)
        return 1;
    if (!__builtin_isfinite(x))
        return x * x;
    return between(1, __builtin_inf());
}

double tanh(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? 1 : -1;
    return x > 0 ? between(0, 1) : between(-1, 0);
}

double asinh(double x) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return x > 0 ? between(0, x) : between(x, 0);
}

double acosh(double x) {
    if (__builtin_isnan(x))
        return x;
    if (x < 1)
        return domain_error();
    if (x == 1)
        return 0;
    return between(0, x);
}

double atanh(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x == 1 || x == -1) {
        __pm_math_error(34);
        return x > 0 ? __builtin_inf() : -__builtin_inf();
    }
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, __builtin_inf()) : between(-__builtin_inf(), 0);
}
