// Error and gamma functions: nondeterministic within their range; what C fixes is exact.
typedef double real;
double __VERIFIER_nondet_double(void);
int *__errno_location(void);

static real domain_error(void) {
    *__errno_location() = 33;
    return (real)__builtin_nan("");
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    real r = __VERIFIER_nondet_double();
    return r >= lo && r <= hi ? r : lo > 0 ? lo : hi < 0 ? hi : (real)0;
}

double erf(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? 1 : -1;
    return x > 0 ? between(0, 1) : between(-1, 0);
}

double erfc(double x) {
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? 0 : 2;
    return x > 0 ? between(0, 1) : between(1, 2);
}

double tgamma(double x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 0) {
        *__errno_location() = 34;
        return __builtin_copysign(__builtin_inf(), x);
    }
    if (__builtin_isinf(x))
        return x > 0 ? x : domain_error();
    if (x < 0)
        return x == __builtin_trunc(x) ? domain_error() : between(-__builtin_inf(), __builtin_inf());
    if (x == 1 || x == 2)
        return 1;
    return between((real)0.875, __builtin_inf());
}

double lgamma(double x) {
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return __builtin_inf();
    if (x == 1 || x == 2)
        return 0;
    if (x <= 0 && x == __builtin_trunc(x)) {
        *__errno_location() = 34;
        return __builtin_inf();
    }
    return between(-__builtin_inf(), __builtin_inf());
}
