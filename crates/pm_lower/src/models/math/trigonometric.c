// Trigonometric functions: nondeterministic within their range; what C fixes is exact.
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

static real any(void) {
    real r = __VERIFIER_nondet_double();
    if (!__builtin_isfinite(r))
        r = 0;
    if (__pm_errno_is_read() && __builtin_fabs(r) < __builtin_scalbn((real)1, -1022 /* float: -126, long double: -16382 */))
        __pm_math_error(34);
    return r;
}

double sin(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

double cos(double x) {
    if (x == 0)
        return 1;
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return between(-1, 1);
}

double tan(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return domain_error();
    return any();
}

void sincos(double x, double *s, double *c) {
    __CPROVER_precondition(__CPROVER_w_ok(s, sizeof(real)), "sincos sine writable");
    __CPROVER_precondition(__CPROVER_w_ok(c, sizeof(real)), "sincos cosine writable");
    *s = sin(x);
    *c = cos(x);
}

double asin(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x < -1 || x > 1)
        return domain_error();
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

double acos(double x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 1)
        return 0;
    if (x < -1 || x > 1)
        return domain_error();
    return between(0, (real)3.1415929);
}

double atan(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    return x > 0 ? between(0, (real)1.5707964) : between((real)-1.5707964, 0);
}

double atan2(double y, double x) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (y == 0 && !__builtin_signbit(x))
        return y;
    return __builtin_signbit(y) ? between((real)-3.1415929, 0) : between(0, (real)3.1415929);
}
