// Made by scripts/models.py from math/exponent.c.
// Exponents and neighbours: exact. The exponent is found by powers of two, which needs no knowledge of the encoding.
typedef long double real;
void __pm_math_error(int code);
int __VERIFIER_nondet_int(void);

// |x| = m * 2^e with 0.5 <= m < 1; x is finite and not zero.
static int exponent_of(real x, real *m) {
    real a = __builtin_fabsl(x);
    int e = 0;
    for (int k = 16384; k >= 1; k /= 2) {
        if (a >= __builtin_scalbnl((real)1, k - 1)) {
            a = __builtin_scalbnl(a, -k);
            e += k;
        }
    }
    for (int k = 16384; k >= 1; k /= 2) {
        if (a < __builtin_scalbnl((real)1, -k)) {
            a = __builtin_scalbnl(a, k);
            e -= k;
        }
    }
    *m = a;
    return e;
}

static int is_special(real x) {
    return x == 0 || !__builtin_isfinite(x);
}

long double frexpl(long double x, int *exponent) {
    __CPROVER_precondition(__CPROVER_w_ok(exponent, sizeof(int)), "frexpl exponent writable");
    if (is_special(x)) {
        // Of infinities and NaN it is unspecified (C11 F.10.3.4p1).
        *exponent = x == 0 ? 0 : __VERIFIER_nondet_int();
        return x;
    }
    real m;
    *exponent = exponent_of(x, &m);
    return __builtin_copysignl(m, x);
}

// Overflow of finite numbers, or a result below the normal ones (C11 7.12.1p5, p6): C leaves open whether errno tells.
static real ranged(real r) {
    if (__pm_errno_is_read() && (__builtin_isinf(r) || __builtin_fabsl(r) < __builtin_scalbnl((real)1, -16382)))
        __pm_math_error(34);
    return r;
}

static real scale(real x, int n) {
    real r = __builtin_scalbnl(x, n);
    return is_special(x) ? r : ranged(r);
}

long double ldexpl(long double x, int n) {
    return scale(x, n);
}

long double scalbnl(long double x, int n) {
    return scale(x, n);
}

long double scalblnl(long double x, long n) {
    return scale(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

int ilogbl(long double x) {
    if (is_special(x)) {
        __pm_math_error(33);
        return __builtin_isinf(x) ? (int)(~0U >> 1) : -(int)(~0U >> 1) - 1;
    }
    real m;
    return exponent_of(x, &m) - 1;
}

long double logbl(long double x) {
    if (x == 0) {
        __pm_math_error(34);
        return -__builtin_infl();
    }
    if (__builtin_isinf(x))
        return __builtin_infl();
    if (__builtin_isnan(x))
        return x;
    real m;
    return (real)(exponent_of(x, &m) - 1);
}

long double nextafterl(long double x, long double y) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (x == y)
        return y;
    real least = __builtin_scalbnl((real)1, -16445);
    if (x == 0)
        return ranged(__builtin_copysignl(least, y));
    real away = __builtin_copysignl((real)1, x);
    int grows = (y > x) == (x > 0);
    if (__builtin_isinf(x))
        return away * __builtin_scalbnl((real)2 - __builtin_scalbnl((real)1, -63), 16383);
    real m;
    int e = exponent_of(x, &m);
    // Below a power of two numbers are twice as dense.
    int lowest = e - 64 - (!grows && m == (real)0.5);
    real step = lowest < -16445 ? least : __builtin_scalbnl((real)1, lowest);
    return ranged(__builtin_copysignl(grows ? x + away * step : x - away * step, x));
}
