// Made by scripts/models.py from math/basic.c.
// Remainders, extremes, square root, multiply-add: exact.
typedef long double real;
void __pm_math_error(int code);
int __VERIFIER_nondet_int(void);

// Overflow of finite numbers, or a result below the normal ones (C11 7.12.1p5, p6): C leaves open whether errno tells.
static real ranged(real r) {
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabsl(r) < __builtin_scalbnl((real)1, -16382)))
        __pm_math_error(34);
    return r;
}

static int is_number(real x) {
    return __builtin_isfinite(x);
}

long double sqrtl(long double x) {
    if (__pm_errno_is_read() && x < 0)
        __pm_math_error(33);
    return __builtin_sqrtl(x);
}

long double fmal(long double x, long double y, long double z) {
    real r = __builtin_fmal(x, y, z);
    if (!__pm_errno_is_read())
        return r;
    if (__builtin_isnan(r) && !__builtin_isnan(x) && !__builtin_isnan(y) && !__builtin_isnan(z))
        __pm_math_error(33);
    return is_number(x) && is_number(y) && is_number(z) && r != 0 ? ranged(r) : r;
}

static void remainder_error(real x, real y) {
    if (__builtin_isinf(x) || (y == 0 && !__builtin_isnan(x)))
        __pm_math_error(33);
    else if (is_number(x) && is_number(y) && x != 0 && __builtin_fabsl(y) < __builtin_scalbnl((real)1, -16300))
        ranged(__builtin_fmodl(x, y));
}

long double fmodl(long double x, long double y) {
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_fmodl(x, y);
}

long double remainderl(long double x, long double y) {
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_remainderl(x, y);
}

long double dreml(long double x, long double y) {
    if (__pm_errno_is_read())
        remainder_error(x, y);
    return __builtin_remainderl(x, y);
}

// The quotient of finite numbers, rounded as for remainder: its sign and its last three bits; C leaves the others open.
static int quotient(real x, real y) {
    int more = __VERIFIER_nondet_int();
    if (!__builtin_isfinite(x) || __builtin_isnan(y) || y == 0)
        return more;
    real b = __builtin_fabsl(y), a = __builtin_fmodl(__builtin_fabsl(x), 8 * b);
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

long double remquol(long double x, long double y, int *quo) {
    __CPROVER_precondition(__CPROVER_w_ok(quo, sizeof(int)), "remquol quotient writable");
    if (__pm_errno_is_read())
        remainder_error(x, y);
    *quo = quotient(x, y);
    return __builtin_remainderl(x, y);
}

long double fminl(long double x, long double y) {
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

long double __pm_result_of_fminl(long double result, long double x, long double y) {
    return either(result, x, y);
}

long double __pm_result_of_fmaxl(long double result, long double x, long double y) {
    return either(result, x, y);
}

long double fmaxl(long double x, long double y) {
    if (__builtin_isnan(x))
        return y;
    if (__builtin_isnan(y))
        return x;
    return x > y ? x : y;
}

long double fdiml(long double x, long double y) {
    if (__builtin_isnan(x))
        return x;
    if (__builtin_isnan(y))
        return y;
    if (!(x > y))
        return 0;
    return is_number(x) && is_number(y) ? ranged(x - y) : x - y;
}

long double copysignl(long double x, long double y) {
    return __builtin_copysignl(x, y);
}

long double nanl(const char *tag) {
    __CPROVER_precondition(__CPROVER_r_ok(tag, 1), "nanl tag readable");
    return (real)__builtin_nan("");
}
