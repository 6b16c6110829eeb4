// Writes what this machine's gcc, libm and printf make of floating values, for the tests of pm_base::num.
//
//   gcc -O0 -w -frounding-math -fsignaling-nans float_vectors.c -o gen -lquadmath -lm && ./gen 2 > float_vectors.txt
//
// The argument is the number of rounds over the random inputs. Lines: `op format a b c result` with bit patterns in
// hexadecimal, `parse format text result`, and `print format bits specification|result`.
#define _GNU_SOURCE
#include <math.h>
#include <quadmath.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 u128;
static uint64_t seed = 88172645463325252ull;
static uint64_t rnd(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static void hex(u128 v) {
    if (v >> 64)
        printf(" %llx%016llx", (unsigned long long)(v >> 64), (unsigned long long)v);
    else
        printf(" %llx", (unsigned long long)v);
}

static void line(const char *op, const char *f, int n, u128 a, u128 b, u128 c, u128 r) {
    printf("%s %s", op, f);
    hex(a);
    if (n > 1) hex(b);
    if (n > 2) hex(c);
    hex(r);
    printf("\n");
}

// A pattern with `frac` stored bits and `exp` exponent bits: special values, neighbours of them, values near one.
static u128 pattern(int frac, int exp, int integer_bit) {
    u128 m = ((u128)rnd() << 64 | rnd()) & (((u128)1 << frac) - 1);
    uint64_t bias = ((uint64_t)1 << (exp - 1)) - 1, e;
    switch (rnd() % 12) {
    case 0: e = 0; m = 0; break;
    case 1: e = 0; break;
    case 2: e = 2 * bias + 1; m = 0; break;
    case 3: e = 2 * bias + 1; break;
    case 4: e = bias; m = 0; break;
    case 5: e = bias + rnd() % 8; m &= ~(u128)0 << (frac - 4); break;
    case 6: e = 2 * bias - rnd() % 3; m |= ~(u128)0 >> (128 - frac + 4); break;
    case 7: e = rnd() % 4; break;
    case 8: e = 1 + rnd() % (2 * bias); break;
    default: e = bias - 20 + rnd() % 80; break;
    }
    if (rnd() % 4 == 0) m &= ~(u128)0 << (rnd() % frac);
    m &= ((u128)1 << frac) - 1;
    if (integer_bit && e) m |= (u128)1 << 63;
    if (integer_bit && e == 0) m &= ~((u128)1 << 63);
    return (u128)(rnd() & 1) << (frac + exp) | (u128)e << frac | m;
}

#define TYPE(T, NAME, FRAC, EXP, INT, BYTES, SQRT, FMA, FMOD, REM, ROUND, RINT, CEIL, FLOOR, SCALBN)                 \
    static T NAME##_of(u128 v) { T x; memset(&x, 0, sizeof x); memcpy(&x, &v, BYTES); return x; }                   \
    static u128 NAME##_bits(T x) { u128 v = 0; memcpy(&v, &x, BYTES); return v; }                                    \
    static void NAME##_ops(void) {                                                                                   \
        u128 a = pattern(FRAC, EXP, INT), b = pattern(FRAC, EXP, INT), c = pattern(FRAC, EXP, INT);                  \
        volatile T x = NAME##_of(a), y = NAME##_of(b), z = NAME##_of(c);                                             \
        int n = (int)(rnd() % 300) - 150;                                                                            \
        line("add", #NAME, 2, a, b, 0, NAME##_bits(x + y));                                                          \
        line("sub", #NAME, 2, a, b, 0, NAME##_bits(x - y));                                                          \
        line("mul", #NAME, 2, a, b, 0, NAME##_bits(x * y));                                                          \
        line("div", #NAME, 2, a, b, 0, NAME##_bits(x / y));                                                          \
        line("lt", #NAME, 2, a, b, 0, x < y);                                                                        \
        line("le", #NAME, 2, a, b, 0, x <= y);                                                                       \
        line("eq", #NAME, 2, a, b, 0, x == y);                                                                       \
        line("sqrt", #NAME, 1, a, 0, 0, NAME##_bits(SQRT(x)));                                                       \
        line("fma", #NAME, 3, a, b, c, NAME##_bits(FMA(x, y, z)));                                                   \
        line("fmod", #NAME, 2, a, b, 0, NAME##_bits(FMOD(x, y)));                                                    \
        line("remainder", #NAME, 2, a, b, 0, NAME##_bits(REM(x, y)));                                                \
        line("round", #NAME, 1, a, 0, 0, NAME##_bits(ROUND(x)));                                                     \
        line("rint", #NAME, 1, a, 0, 0, NAME##_bits(RINT(x)));                                                       \
        line("ceil", #NAME, 1, a, 0, 0, NAME##_bits(CEIL(x)));                                                       \
        line("floor", #NAME, 1, a, 0, 0, NAME##_bits(FLOOR(x)));                                                     \
        line("scalbn", #NAME, 2, a, (uint32_t)n, 0, NAME##_bits(SCALBN(x, n)));                                      \
        float f = (float)x; double d = (double)x; long double l = (long double)x; __float128 q = (__float128)x;      \
        u128 v = 0;                                                                                                  \
        v = 0, memcpy(&v, &f, 4), line("to_f32", #NAME, 1, a, 0, 0, v);                                              \
        v = 0, memcpy(&v, &d, 8), line("to_f64", #NAME, 1, a, 0, 0, v);                                              \
        v = 0, memcpy(&v, &l, 10), line("to_x87", #NAME, 1, a, 0, 0, v);                                             \
        v = 0, memcpy(&v, &q, 16), line("to_f128", #NAME, 1, a, 0, 0, v);                                            \
        u128 i = ((u128)rnd() << 64 | rnd()) >> (rnd() % 128);                                                       \
        line("from_u128", #NAME, 1, i, 0, 0, NAME##_bits((T)i));                                                     \
        line("from_i128", #NAME, 1, i, 0, 0, NAME##_bits((T)(__int128)i));                                           \
        line("from_i64", #NAME, 1, (uint64_t)i, 0, 0, NAME##_bits((T)(int64_t)i));                                   \
        if (x > -9e18 && x < 9e18) line("to_i64", #NAME, 1, a, 0, 0, (uint64_t)(int64_t)x);                          \
        if (x > -1 && x < 18e18) line("to_u64", #NAME, 1, a, 0, 0, (uint64_t)x);                                     \
    }

TYPE(float, f32, 23, 8, 0, 4, sqrtf, fmaf, fmodf, remainderf, roundf, rintf, ceilf, floorf, scalbnf)
TYPE(double, f64, 52, 11, 0, 8, sqrt, fma, fmod, remainder, round, rint, ceil, floor, scalbn)
TYPE(long double, x87, 64, 15, 1, 10, sqrtl, fmal, fmodl, remainderl, roundl, rintl, ceill, floorl, scalbnl)
TYPE(__float128, f128, 112, 15, 0, 16, sqrtf128, fmaf128, fmodf128, remainderf128, roundf128, rintf128, ceilf128, floorf128, scalbnf128)

static void print_one(void) {
    static const char *const convs = "feagFEAG";
    char flags[8], spec[40], full[48], out[9000];
    int n = 0;
    for (const char *p = "-+ #0"; *p; p++)
        if (rnd() % 4 == 0) flags[n++] = *p;
    flags[n] = 0;
    n = sprintf(spec, "%%%s", flags);
    if (rnd() % 3 == 0) n += sprintf(spec + n, "%d", (int)(rnd() % 30) + 1);
    if (rnd() % 2 == 0) n += sprintf(spec + n, ".%d", (int)(rnd() % (rnd() % 4 ? 8 : 40)));
    char conv = convs[rnd() % 8];
    u128 v;
    switch (rnd() % 3) {
    case 0:
        v = pattern(52, 11, 0);
        sprintf(full, "%s%c", spec, conv);
        sprintf(out, full, f64_of(v));
        break;
    case 1:
        v = pattern(64, 15, 1);
        sprintf(full, "%sL%c", spec, conv);
        sprintf(out, full, x87_of(v));
        break;
    default:
        v = pattern(112, 15, 0);
        sprintf(full, "%sQ%c", spec, conv);
        quadmath_snprintf(out, sizeof out, full, f128_of(v));
        break;
    }
    const char *f = strchr(full, 'L') ? "x87" : strchr(full, 'Q') ? "f128" : "f64";
    printf("print %s", f);
    hex(v);
    printf(" %s%c|%s\n", spec, conv, out);
}

static void int_one(void) {
    static const char *const convs = "diuoxX";
    char spec[40], full[48], out[200];
    int n = 0;
    spec[n++] = '%';
    for (const char *p = "-+ #0"; *p; p++)
        if (rnd() % 4 == 0) spec[n++] = *p;
    spec[n] = 0;
    if (rnd() % 2 == 0) n += sprintf(spec + n, "%d", (int)(rnd() % 30) + 1);
    if (rnd() % 2 == 0) n += sprintf(spec + n, ".%d", (int)(rnd() % 25));
    char conv = convs[rnd() % 6];
    uint64_t v = rnd() >> (rnd() % 64);
    if (rnd() % 4 == 0) v = -v;
    if (rnd() % 6 == 0) v = 0;
    sprintf(full, "%sl%c", spec, conv);
    sprintf(out, full, v);
    printf("int i64 %llx %s%c|%s\n", (unsigned long long)v, spec, conv, out);
}

static void parse_text(const char *s) {
    printf("parse f32 %s", s), hex(f32_bits(strtof(s, 0))), printf("\n");
    printf("parse f64 %s", s), hex(f64_bits(strtod(s, 0))), printf("\n");
    printf("parse x87 %s", s), hex(x87_bits(strtold(s, 0))), printf("\n");
    printf("parse f128 %s", s), hex(f128_bits(strtof128(s, 0))), printf("\n");
}

static void parse_one(void) {
    char s[200];
    int n = 0, i;
    if (rnd() % 2) {
        for (i = rnd() % 25; i >= 0; i--) s[n++] = '0' + rnd() % 10;
        s[n++] = '.';
        for (i = rnd() % 40; i > 0; i--) s[n++] = '0' + rnd() % 10;
        sprintf(s + n, "e%d", (int)(rnd() % (rnd() % 2 ? 20 : 10200)) - (int)(rnd() % 5100));
    } else {
        n = sprintf(s, "0x");
        for (i = rnd() % 3; i >= 0; i--) s[n++] = "0123456789abcdefABCDEF"[rnd() % 22];
        s[n++] = '.';
        for (i = rnd() % 40; i > 0; i--) s[n++] = "0123456789abcdefABCDEF"[rnd() % 22];
        sprintf(s + n, "p%d", (int)(rnd() % 400) - 200);
    }
    parse_text(s);
}

int main(int argc, char **argv) {
    static const char *const texts[] = {
        "1.", ".5", "1e5", "0x1p3", "0x.8p1", "0x1.p0", "0", "0.0", "1e999999999", "1e-999999999", "0e999999999",
        "16777217", "16777217.0000000000000000000000000000001", "9007199254740993", "9007199254740993.00000000000000001",
        "18446744073709551617", "18446744073709551617.00000000001", "36893488147419103233", "1.4e-45", "7e-46",
        "7.1e-46", "4.9e-324", "2.4703282292062327208e-324", "2.4703282292062328e-324", "3.6e-4951", "1.8e-4951",
        "1.9e-4951", "6.5e-4966", "3.2e-4966", "3.3e-4966", "3.4028235e38", "3.4028236e38", "1.7976931348623157e308",
        "1.7976931348623159e308", "1.18973149535723176502e4932", "1.18973149535723176509e4932", "0x1p-16494",
        "0x1p-16495", "0x1.8p-16495", "0x1p-149", "0x1p-150", "0x1.000002p-150", "0x1.fffffffffffff8p1023",
        "0x1.fffffffffffff7p1023", "0x1p99999999999999999999", "0x1p-99999999999999999999", "0x0p99999999999999999999",
        "0.1", "0.3", "3.14159265358979323846264338327950288419716939937510"};
    int rounds = argc > 1 ? atoi(argv[1]) : 2;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) parse_text(texts[i]);
    for (int i = 0; i < rounds * 10; i++) f32_ops(), f64_ops(), x87_ops(), f128_ops();
    for (int i = 0; i < rounds * 100; i++) print_one(), int_one();
    for (int i = 0; i < rounds * 10; i++) parse_one();
}
