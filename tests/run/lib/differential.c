// Every exact function on pseudo-random arguments; a checksum stands for the output.
// expect: exit 0
// stdout: 9 8eb5ea1be3329930
// stdout: 19 c23741556d5d0c52
// stdout: 29 433b0b6f2f7ee8e5
// stdout: 39 35eeff2d14162bdd
// stdout: 49 53a632f0bd6662f0
// stdout: 59 e7bb5ef8037ceced
// stdout: 69 f3ade43eb4eb4102
// stdout: 79 19949fbbeba1fb6f
// stdout: 89 e044ee9c8f70ae46
// stdout: 99 c483d687cf7a4b6b
// stdout: 3f27c7672ec3e975
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
static unsigned long long hash = 14695981039346656037ULL;
static void out(const char *format, ...) {
    char text[512];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    for (int i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211ULL;
}
static unsigned long long state = 88172645463325252ULL;
static unsigned long long rnd(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static unsigned below(unsigned n) { return (unsigned)((rnd() >> 11) % n); }
static double random_double(void) {
    union { unsigned long long u; double d; } x;
    switch (below(3)) {
    case 0:
        return (double)(long)(rnd() % 2001 - 1000) / 4;
    case 1:
        x.u = rnd();
        return isnan(x.d) ? 1 : x.d;
    default:
        x.d = (double)(long long)rnd();
        return ldexp(x.d, (int)below(80) - 70);
    }
}
static int by_key(const void *a, const void *b) { return (*(const int *)a >> 4) - (*(const int *)b >> 4); }

static void test_math(void) {
    double x = random_double(), y = random_double(), whole;
    float f = (float)x;
    long double l = (long double)x * 3;
    int e, n = (int)below(200) - 100;
    out("%a %a %a %a %a ", floor(x), ceil(x), trunc(x), round(x), rint(x));
    out("%a %a %a %a ", fmod(x, y), remainder(x, y), fma(x, y, 1.0), sqrt(fabs(x)));
    out("%a %a ", frexp(x, &e), modf(x, &whole));
    out("%d %a %a %a ", e, whole, nextafter(x, y), ldexp(x, n));
    out("%a %a %La %La ", (double)floorf(f), (double)sqrtf(fabsf(f)), floorl(l), sqrtl(fabsl(l)));
    out("%La %La\n", fmodl(l, 3.7L), roundl(l));
    if (fabs(x) < 1e18)
        out("%ld %lld\n", lround(x), llrint(x));
    out("%d %d %a %a\n", ilogb(x == 0 ? 1 : x), !!signbit(x), logb(x == 0 ? 1 : x), copysign(x, y));
}
static void test_conversions(void) {
    char b[64], *end;
    int precision = (int)below(20) + 1;
    const char *tail = below(2) ? "zz" : "";
    snprintf(b, sizeof b, "%.*g%s", precision, random_double(), tail);
    double d = strtod(b, &end);
    out("%s %a %d %a %La\n", b, d, (int)(end - b), (double)strtof(b, 0), strtold(b, 0));
    const char *sign = below(2) ? "-" : "0x";
    int shift = (int)below(60);
    snprintf(b, sizeof b, "%s%llx", sign, rnd() >> shift);
    errno = 0;
    long v = strtol(b, &end, below(2) ? 0 : 16);
    out("%s %ld %d %d\n", b, v, (int)(end - b), errno);
}
static void test_arrays_and_strings(void) {
    int a[20], n = (int)below(20);
    for (int k = 0; k < n; k++)
        a[k] = (int)(below(100) << 4) | k;
    qsort(a, (size_t)n, sizeof *a, by_key);
    for (int k = 0; k < n; k++)
        out("%d ", a[k]);
    char s[12], t[5];
    for (int k = 0; k < 11; k++)
        s[k] = "ab "[below(3)];
    s[11] = 0;
    for (int k = 0; k < 4; k++)
        t[k] = "ab"[below(2)];
    t[below(4)] = 0;
    t[4] = 0;
    char *q = strstr(s, t);
    out("%d %d %zu %zu %d\n", q ? (int)(q - s) : -1, strcmp(s, t) > 0, strspn(s, t), strcspn(s, t), strncasecmp(s, t, 3) < 0);
}
int main(void) {
    for (int i = 0; i < 100; i++) {
        test_math();
        test_conversions();
        test_arrays_and_strings();
        if (i % 10 == 9)
            printf("%d %016llx\n", i, hash);
    }
    for (int c = -1; c < 256; c++)
        out("%d", !!isalpha(c) + 2 * !!isspace(c) + 4 * !!ispunct(c) + 8 * !!isxdigit(c));
    printf("%016llx\n", hash);
    return 0;
}
