// Remainders, extremes, square root, multiply-add: exact.
typedef double real;
void __pm_math_error(int code);
int __VERIFIER_nondet_int(void);

// Overflow of finite numbers, or a result below the normal ones (C11 7.12.1p5, p6): C leaves open whether errno tells.
static real ranged(real r) {
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabs(r) < __builtin_scalbn((real)1, -1022 /* float: -126, long double: -16382 */)))
        __pm_math_error(34);
    return r;
}

static int is_number(real x) {
    return __builtin_isfinite(x);
}

double sqrt(double x) {
    if (__pm_errno_is_read() && x < 0)
        __pm_math_error(33);
    return __builtin_sqrt(x);
}

double fma(double x, double y, double z) {
    real r = __builtin_fma(x, y, z);
    if (!__pm_errno_is_read())
        return r;
    if (__builtin_isnan(r) && !__builtin_isnan(x) && !__builtin_isnan(y) && !__builtin_isnan(z))
        __pm_math_error(33);
    return is_number(x) && is_number(y) && is_number(z) && r != 0 ? ranged(r) : r;
}

static void remainder_error(real x, real y) {
    if (__builtin_isinf(x) || (y == 0 && !__builtin_isnan(x)))
        __pm_math_error(33);
    else if (is_number(x) && is_number(y) && x != 0 && __builtin_fabs(y) < __builtin_scalbn((real)1, -900 /* float: -90, long double: -16300 */))
        ranged(__builtin_fmod(x, y));
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
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_remainder(x, y);
}

// The quotient of finite numbers, rounded as for remainder: its sign and its last three bits; C leaves the others open.
static int quotient(real x, real y) {
    int more = __VERIFIER_nondet_int();
    if (!__builtin_isfinite(x) || __builtin_isnan(y) || y == 0)
        return more;
    real b = __builtin_fabs(y), a = __builtin_fmod(__builtin_fabs(x), 8 * b);
    int q = 0;
    if (a >= 4 * b) {
        a -= 4 * b;
        q += 4;
    }
    if (a >= 2 * b) {
        a -= 2 * b;
        q += 2;
    }
    if (a >= b) {
        a -= b;
        q++;
    }
    if (a > b - a || (a == b - a && q % 2 != 0))
        q++;
    q = (q & 7) | (more & 0x7ffffff8);
    return !__builtin_signbit(x) == !__builtin_signbit(y) ? q : -q;
}

double remquo(double x, double y, int *quo) {
    __CPROVER_precondition(__CPROVER_w_ok(quo, sizeof(int)), "remquo quotient writable");
    if (__pm_errno_is_read())
        remainder_error(x, y);
    *quo = quotient(x, y);
    return __builtin_remainder(x, y);
}

double fmin(double x, double y) {
    if (__builtin_isnan(x))
        return y;
    if (__builtin_isnan(y))
        return x;
    return x < y ? x : y;
}

// Of two zeros either may be meant (C11 F.10.9.2, F.10.9.3).
static real either(real result, real x, real y) {
    if (x != 0 || y != 0 || !__builtin_signbit(x) == !__builtin_signbit(y))
        return result;
    return __VERIFIER_nondet_int() ? -result : result;
}

double __pm_result_of_fmin(double result, double x, double y) {
    return either(result, x, y);
}

double __pm_result_of_fmax(double result, double x, double y) {
    return either(result, x, y);
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
    if (!(x > y))
        return 0;
    return is_number(x) && is_number(y) ? ranged(x - y) : x - y;
}

double copysign(double x, double y) {
    return __builtin_copysign(x, y);
}

double nan(const char *tag) {
    __CPROVER_precondition(__CPROVER_r_ok(tag, 1), "nan tag readable");
    return (real)__builtin_nan("");
}
