// Exponentials, logarithms, powers: nondeterministic within their range; what C fixes is exact.
typedef double real;
double __VERIFIER_nondet_double(void);
void __pm_math_error(int code);
double __pm_near(double result, double low, double high, double value);

static real domain_error(void) {
    __pm_math_error(33);
    return (real)__builtin_nan("");
}

// Overflow or underflow (C11 7.12.1p5, p6), also where the result is exact.
static real ranged(real r) {
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabs(r) < __builtin_scalbn((real)1, -1022 /* float: -126, long double: -16382 */)))
        __pm_math_error(34);
    return r;
}

// Any number between lo and hi, and only such.
static real between(real lo, real hi) {
    return ranged(__pm_near(__VERIFIER_nondet_double(), lo, hi, lo > 0 ? lo : hi < 0 ? hi : (real)0));
}

// b^x for a base above 1.
static real power_of_base(real x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 0)
        return 1;
    if (__builtin_isinf(x))
        return x > 0 ? x : (real)0;
    return x > 0 ? between(1, __builtin_inf()) : between(0, 1);
}

double exp(double x) {
    return power_of_base(x);
}

double exp2(double x) {
    if (x == __builtin_trunc(x) && x >= -20000 && x <= 20000)
        return ranged(__builtin_scalbn((real)1, (int)x));
    return power_of_base(x);
}

double exp10(double x) {
    return power_of_base(x);
}

double expm1(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (__builtin_isinf(x))
        return x > 0 ? x : (real)-1;
    return x > 0 ? between(0, __builtin_inf()) : between(-1, 0);
}

// A logarithm of a base of 2 or more: smaller than its argument in size. No exponent is beyond 16,500.
static real logarithm(real x) {
    if (__builtin_isnan(x))
        return x;
    if (x == 0) {
        __pm_math_error(34);
        return -__builtin_inf();
    }
    if (x < 0)
        return domain_error();
    if (__builtin_isinf(x))
        return x;
    if (x == 1)
        return 0;
    return x > 1 ? between(0, x < 16500 ? x : (real)16500) : between(-16500, 0);
}

double log(double x) {
    return logarithm(x);
}

double log2(double x) {
    return logarithm(x);
}

double log10(double x) {
    return logarithm(x);
}

double log1p(double x) {
    if (x == 0 || __builtin_isnan(x))
        return x;
    if (x == -1) {
        __pm_math_error(34);
        return -__builtin_inf();
    }
    if (x < -1)
        return domain_error();
    if (__builtin_isinf(x))
        return x;
    return x > 0 ? between(0, x) : between(-16500, x);
}

static int is_integer(real y) {
    return __builtin_isfinite(y) && y == __builtin_trunc(y);
}

static int is_odd(real y) {
    return is_integer(y) && __builtin_fabs(__builtin_fmod(y, (real)2)) == 1;
}

// x^y for 0 <= x, both not NaN.
static real power(real x, real y) {
    if (x == 1)
        return 1;
    if (__builtin_isinf(y))
        return (x > 1) == (y > 0) ? __builtin_inf() : 0;
    if (x == 0) {
        if (y > 0)
            return 0;
        __pm_math_error(34);
        return __builtin_inf();
    }
    if (__builtin_isinf(x))
        return y > 0 ? x : (real)0;
    if (y == 1)
        return ranged(x);
    return (x > 1) == (y > 0) ? between(1, __builtin_inf()) : between(0, 1);
}

// Annex F.10.4.4.
double pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (!__builtin_signbit(x))
        return power(x, y);
    if (x != 0 && __builtin_isfinite(x) && __builtin_isfinite(y) && !is_integer(y))
        return domain_error();
    real r = power(-x, y);
    return is_odd(y) ? -r : r;
}

double cbrt(double x) {
    if (x == 0 || !__builtin_isfinite(x) || x == 1 || x == -1)
        return x;
    real a = __builtin_fabs(x);
    real r = a > 1 ? between(1, a) : between(a, 1);
    return __builtin_copysign(r, x);
}

double hypot(double x, double y) {
    if (__builtin_isinf(x) || __builtin_isinf(y))
        return __builtin_inf();
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    real a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (a == 0 && b == 0)
        return 0;
    if (a == 0 || b == 0)
        return ranged(a + b);
    return between(a > b ? a : b, a + b);
}
