// Error and gamma functions: nondeterministic within their range; what C fixes is exact.
typedef double real;
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
void __pm_math_error(int code);
extern int signgam;

static real domain_error(void) {
    __pm_math_error(33);
    return (real)__builtin_nan("");
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    real r = __VERIFIER_nondet_double();
    r = r >= lo && r <= hi ? r : lo > 0 ? lo : hi < 0 ? hi : (real)0;
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabs(r) < __builtin_scalbn((real)1, -1022 /* float: -126, long double: -16382 */)))
        __pm_math_error(34);
    return r;
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
        __pm_math_error(34);
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

// The sign of the gamma function, which lgamma leaves in signgam; at its poles and of NaN it is open.
static int sign_of_gamma(real x) {
    if (x == 0)
        return __builtin_signbit(x) ? -1 : 1;
    if (x > 0)
        return 1;
    if (!__builtin_isfinite(x) || x == __builtin_trunc(x))
        return __VERIFIER_nondet_int() ? -1 : 1;
    return __builtin_fmod(__builtin_floor(x), (real)2) == 0 ? 1 : -1;
}

double lgamma(double x) {
    signgam = sign_of_gamma(x);
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return __builtin_inf();
    if (x == 1 || x == 2)
        return 0;
    if (x <= 0 && x == __builtin_trunc(x)) {
        __pm_math_error(34);
        return __builtin_inf();
    }
    return between(-__builtin_inf(), __builtin_inf());
}
