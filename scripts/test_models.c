// Calls every exact model and the C library on the same random inputs.
#define _GNU_SOURCE
#include <ctype.h>
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static long failures, calls;

#define FAIL(...) (failures++ < 50 ? (void)printf(__VA_ARGS__) : (void)0)

void pm_precondition(int c, const char *text) {
    if (!c)
        FAIL("precondition: %s\n", text);
}
unsigned long pm_size(const void *p) { return malloc_usable_size((void *)p); }
// Strings end.
void __pm_string(const char *s) {}
// What a model leaves out is not compared.
static long gaps;
void pm_gap(void) { gaps++; }
// The locale is that of C.
_Bool __pm_other_locale;

void *__pm_alloc(unsigned long size, int zeroed) { return zeroed ? calloc(1, size) : malloc(size); }
void __pm_free(void *p) { free(p); }
void __pm_copy(void *d, const void *s, unsigned long n) { memmove(d, s, n); }
void __pm_fill(void *d, int byte, unsigned long n) { memset(d, byte, n); }
unsigned long __VERIFIER_nondet_size_t(void) {
    return 0;
}

_Bool __VERIFIER_nondet_bool(void) { return 0; }
int __VERIFIER_nondet_int(void) { return 0; }
long __VERIFIER_nondet_long(void) { return -__LONG_MAX__ - 1; }
long long __VERIFIER_nondet_longlong(void) { return -__LONG_LONG_MAX__ - 1; }

int *m___errno_location(void);

static unsigned long long state = 88172645463325252ULL;
static unsigned long long rnd(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static unsigned below(unsigned n) { return (unsigned)((rnd() >> 11) % n); }

static const double SPECIAL[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, INFINITY, -INFINITY, NAN, 4.9e-324,
                                 2.2250738585072014e-308, 1.7976931348623157e308, 1e15, 4503599627370495.5, 9007199254740993.0, 2147483647.5,
                                 9.2e18, 1e-45, 1.1754943508222875e-38, 3.4028234663852886e38, 8, 0.25, 3, -3};
static double random_double(void) {
    union { unsigned long long u; double d; } x;
    switch (below(4)) {
    case 0: return SPECIAL[below(sizeof SPECIAL / sizeof *SPECIAL)];
    case 1: return (double)(long)(rnd() % 2001 - 1000) / 4;
    case 2: x.u = rnd(); return isnan(x.d) ? NAN : x.d;
    default: return ldexp((double)(long long)rnd(), (int)below(80) - 70);
    }
}
static float random_float(void) {
    union { unsigned u; float f; } x;
    if (below(2))
        return (float)random_double();
    x.u = (unsigned)rnd();
    return isnan(x.f) ? NAN : x.f;
}
static long double random_long_double(void) {
    if (below(2))
        return random_double();
    return ldexpl((long double)(long long)rnd(), (int)below(33000) - 16500);
}
#define SAME(a, b) (((a) != (a) && (b) != (b)) || ((a) == (b) && !signbit(a) == !signbit(b)))

#define UNARY(T, s, f) \
    { T m_##f##s(T); T x = random_##s##_(); T a = m_##f##s(x), b = f##s(x); calls++; \
      if (!SAME(a, b)) FAIL(#f #s "(%La) = %La, not %La\n", (long double)x, (long double)a, (long double)b); }
#define BINARY(T, s, f) \
    { T m_##f##s(T, T); T x = random_##s##_(), y = below(4) ? random_##s##_() : x; T a = m_##f##s(x, y), b = f##s(x, y); calls++; \
      if (!SAME(a, b) && !(a == 0 && b == 0 && (#f[1] == 'm'))) FAIL(#f #s "(%La, %La) = %La, not %La\n", (long double)x, (long double)y, (long double)a, (long double)b); }
#define TO_INT(T, s, f, R) \
    { R m_##f##s(T); T x = random_##s##_(); R a = m_##f##s(x), b = f##s(x); calls++; \
      if (a != b) FAIL(#f #s "(%La) = %lld, not %lld\n", (long double)x, (long long)a, (long long)b); }
#define random__() random_double()
#define random_f_() random_float()
#define random_l_() random_long_double()
#define ALL_MATH(T, s) \
    UNARY(T, s, fabs) UNARY(T, s, floor) UNARY(T, s, ceil) UNARY(T, s, trunc) UNARY(T, s, round) UNARY(T, s, rint) \
    UNARY(T, s, nearbyint) UNARY(T, s, sqrt) UNARY(T, s, logb) BINARY(T, s, fmod) BINARY(T, s, remainder) \
    BINARY(T, s, fmin) BINARY(T, s, fmax) BINARY(T, s, fdim) BINARY(T, s, copysign) BINARY(T, s, nextafter) \
    TO_INT(T, s, lround, long) TO_INT(T, s, llround, long long) TO_INT(T, s, lrint, long) TO_INT(T, s, llrint, long long) TO_INT(T, s, ilogb, int) \
    { T m_modf##s(T, T *); T x = random_##s##_(), i, j; T a = m_modf##s(x, &i), b = modf##s(x, &j); calls++; \
      if (!SAME(a, b) || !SAME(i, j)) FAIL("modf" #s "(%La)\n", (long double)x); } \
    { T m_frexp##s(T, int *); T x = random_##s##_(); int i, j = 0; T a = m_frexp##s(x, &i), b = frexp##s(x, &j); calls++; \
      if (!SAME(a, b) || (i != j && isfinite(x))) FAIL("frexp" #s "(%La) = %La %d, not %La %d\n", (long double)x, (long double)a, i, (long double)b, j); } \
    { T m_remquo##s(T, T, int *); T x = random_##s##_(), y = below(4) ? random_##s##_() : x / (T)(1 + below(20)) * 2; int i = 0, j = 0; \
      T a = m_remquo##s(x, y, &i), b = remquo##s(x, y, &j); calls++; \
      if (!(SAME(a, b) || (a == 0 && b == 0)) || (!isnan(b) && (abs(i) % 8 != abs(j) % 8 || ((i < 0) != (j < 0) && i % 8)))) \
          FAIL("remquo" #s "(%La, %La) = %La %d, not %La %d\n", (long double)x, (long double)y, (long double)a, i, (long double)b, j); } \
    { T m_ldexp##s(T, int); T x = random_##s##_(); int n = (int)below(4000) - 2000; T a = m_ldexp##s(x, n), b = ldexp##s(x, n); calls++; \
      if (!SAME(a, b)) FAIL("ldexp" #s "(%La, %d)\n", (long double)x, n); } \
    { T m_nexttoward##s(T, long double); T x = random_##s##_(); long double y = random_long_double(); T a = m_nexttoward##s(x, y), b = nexttoward##s(x, y); calls++; \
      if (!SAME(a, b)) FAIL("nexttoward" #s "(%La, %La) = %La, not %La\n", (long double)x, y, (long double)a, (long double)b); } \
    { int m___fpclassify##s(T), m___isinf##s(T), m___isnan##s(T), m___signbit##s(T), m___finite##s(T); T x = random_##s##_(); calls++; \
      if (m___fpclassify##s(x) != fpclassify(x) || m___isinf##s(x) != (isinf(x) ? (x > 0 ? 1 : -1) : 0) || m___isnan##s(x) != !!isnan(x) || \
          m___signbit##s(x) != !!signbit(x) || m___finite##s(x) != !!isfinite(x)) FAIL("classification" #s " of %La\n", (long double)x); }

static void test_math(void) {
    ALL_MATH(double, )
    ALL_MATH(float, f)
    ALL_MATH(long double, l)
}

// Strings over few letters, so that matches happen. The buffers are exact, so that the sanitizer sees each byte too many.
static char *text(unsigned max, const char *letters) {
    unsigned n = below(max + 1);
    char *s = malloc(n + 1);
    for (unsigned i = 0; i < n; i++)
        s[i] = letters[below((unsigned)strlen(letters))];
    s[n] = 0;
    return s;
}
static int sign(int x) { return (x > 0) - (x < 0); }

static char *number(void) {
    char *s = malloc(1200);
    switch (below(6)) {
    case 0: snprintf(s, 1200, "%.*g", (int)below(30), random_double()); break;
    case 1: snprintf(s, 1200, "%.*La", (int)below(20), random_long_double()); break;
    case 2: snprintf(s, 1200, "%.*e", (int)below(800), random_double()); break;
    case 3: snprintf(s, 1200, "%llu.%llue%d", rnd() >> below(64), rnd() >> below(64), (int)below(700) - 350); break;
    case 4: { // exactly half way between two doubles
        double d = fabs(random_double()), e = nextafter(d, INFINITY);
        snprintf(s, 1200, "%.1100Lg", isfinite(e) ? ((long double)d + e) / 2 : 1.0L);
        if (below(3) == 0 && strchr(s, '.') && !strchr(s, 'e')) strcat(s, "0000000000001");
        break; }
    default: { char *t = text(12, "0123456789eE.+-xXpPaf infnaINFNAN()ty"); strcpy(s, t); free(t); break; }
    }
    char *r = strdup(s);
    free(s);
    return r;
}

#define CONVERT(T, f, show) \
    { T m_##f(const char *, char **); char *e1, *e2; errno = 0; *m___errno_location() = 0; T a = m_##f(s, &e1); T b = f(s, &e2); calls++; \
      int differs = !SAME(a, b) || e1 != e2; \
      if (differs) FAIL(#f "(\"%.90s\") = %La at %ld, not %La at %ld\n", s, (long double)a, (long)(e1 - s), (long double)b, (long)(e2 - s)); \
      else if (*m___errno_location() != errno && isfinite(b) && b == 0) FAIL(#f "(\"%.90s\") errno %d, not %d\n", s, *m___errno_location(), errno); }
#define CONVERT_INT(T, f) \
    { T m_##f(const char *, char **, int); char *e1 = s, *e2 = s; errno = 0; *m___errno_location() = 0; T a = m_##f(s, &e1, base), b = f(s, &e2, base); calls++; \
      if (a != b || (e1 != e2 && errno != EINVAL) || errno != *m___errno_location()) FAIL(#f "(\"%s\", %d) = %lld at %ld errno %d, not %lld at %ld errno %d\n", s, base, (long long)a, (long)(e1 - s), *m___errno_location(), (long long)b, (long)(e2 - s), errno); }

static void test_conversions(void) {
    char *s = number();
    CONVERT(double, strtod, "%a")
    CONVERT(float, strtof, "%a")
    if (strlen(s) < 700) CONVERT(long double, strtold, "%La")
    free(s);
    s = text(below(2) ? 4 : 24, below(2) ? "0123456789" : " \t+-0xX17fFzZ9");
    int base = below(3) ? (int[]){0, 10, 16, 8}[below(4)] : (int)below(39);
    CONVERT_INT(long, strtol) CONVERT_INT(unsigned long, strtoul) CONVERT_INT(long long, strtoll) CONVERT_INT(unsigned long long, strtoull)
    int m_atoi(const char *);
    if (m_atoi(s) != atoi(s)) FAIL("atoi(\"%s\")\n", s);
    free(s);
}

#define CHECK(c, ...) (calls++, (c) ? (void)0 : FAIL(__VA_ARGS__))
static void test_strings(void) {
    char *a = text(6, "abAB"), *b = text(below(2) ? 6 : 2, "abAB");
    int c = below(8) ? "abAB"[below(4)] : 0;
    size_t n = below(9), la = strlen(a), lb = strlen(b);
    size_t m_strlen(const char *), m_strnlen(const char *, size_t), m_strspn(const char *, const char *), m_strcspn(const char *, const char *);
    int m_strcmp(const char *, const char *), m_strncmp(const char *, const char *, size_t), m_strcasecmp(const char *, const char *);
    int m_strncasecmp(const char *, const char *, size_t), m_memcmp(const void *, const void *, size_t);
    char *m_strchr(const char *, int), *m_strrchr(const char *, int), *m_strstr(const char *, const char *), *m_strpbrk(const char *, const char *);
    char *m_strcasestr(const char *, const char *), *m_strchrnul(const char *, int), *m_strdup(const char *), *m_strndup(const char *, size_t);
    void *m_memchr(const void *, int, size_t), *m_memrchr(const void *, int, size_t), *m_memmem(const void *, size_t, const void *, size_t);
    void *m_memccpy(void *, const void *, int, size_t);
    CHECK(m_strlen(a) == la, "strlen\n");
    CHECK(m_strnlen(a, n) == strnlen(a, n), "strnlen\n");
    CHECK(m_strspn(a, b) == strspn(a, b), "strspn\n");
    CHECK(m_strcspn(a, b) == strcspn(a, b), "strcspn\n");
    CHECK(sign(m_strcmp(a, b)) == sign(strcmp(a, b)), "strcmp %s %s\n", a, b);
    CHECK(sign(m_strncmp(a, b, n)) == sign(strncmp(a, b, n)), "strncmp\n");
    CHECK(sign(m_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "strcasecmp\n");
    CHECK(sign(m_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), "strncasecmp\n");
    size_t least = la < lb ? la : lb;
    CHECK(sign(m_memcmp(a, b, least)) == sign(memcmp(a, b, least)), "memcmp\n");
    CHECK(m_strchr(a, c) == strchr(a, c), "strchr\n");
    CHECK(m_strrchr(a, c) == strrchr(a, c), "strrchr\n");
    CHECK(m_strchrnul(a, c) == strchrnul(a, c), "strchrnul\n");
    CHECK(m_strstr(a, b) == strstr(a, b), "strstr\n");
    CHECK(m_strcasestr(a, b) == strcasestr(a, b), "strcasestr\n");
    CHECK(m_strpbrk(a, b) == strpbrk(a, b), "strpbrk\n");
    CHECK(m_memchr(a, c, la) == memchr(a, c, la), "memchr\n");
    CHECK(m_memrchr(a, c, la) == memrchr(a, c, la), "memrchr\n");
    CHECK(m_memmem(a, la, b, lb) == memmem(a, la, b, lb), "memmem\n");
    char *d = m_strdup(a), *e = m_strndup(a, n), *f = strndup(a, n);
    CHECK(strcmp(d, a) == 0 && strcmp(e, f) == 0, "strdup\n");
    free(d), free(e), free(f);
    char x[32], y[32];
    char *m_strcpy(char *, const char *), *m_strncpy(char *, const char *, size_t), *m_strcat(char *, const char *), *m_strncat(char *, const char *, size_t);
    char *m_stpcpy(char *, const char *), *m_stpncpy(char *, const char *, size_t);
#define BOTH(call, twin) (memset(x, '#', 32), memset(y, '#', 32), strcpy(x, b), strcpy(y, b), CHECK(((char *)(call)-x) == ((char *)(twin)-y) && memcmp(x, y, 32) == 0, #twin " a=%s b=%s\n", a, b))
    BOTH(m_strcpy(x, a), strcpy(y, a));
    BOTH(m_strncpy(x, a, n), strncpy(y, a, n));
    BOTH(m_strcat(x, a), strcat(y, a));
    BOTH(m_strncat(x, a, n), strncat(y, a, n));
    BOTH(m_stpcpy(x, a), stpcpy(y, a));
    BOTH(m_stpncpy(x, a, n), stpncpy(y, a, n));
    memset(x, '#', 32), memset(y, '#', 32);
    void *p = m_memccpy(x, a, c, la), *q = memccpy(y, a, c, la);
    CHECK((p ? (char *)p - x : -1) == (q ? (char *)q - y : -1) && memcmp(x, y, 32) == 0, "memccpy\n");
    // tokens
    char *m_strtok(char *, const char *), *m_strsep(char **, const char *);
    char *s = text(12, "ab,;"), *t = strdup(s);
    char *u = m_strtok(s, ",;"), *v = strtok(t, ",;");
    while (u || v) {
        CHECK(u && v && strcmp(u, v) == 0, "strtok\n");
        if (!u || !v) break;
        u = m_strtok(0, ",;"), v = strtok(0, ",;");
    }
    free(s), free(t);
    s = text(12, "ab,;"), t = strdup(s);
    char *su = s, *sv = t;
    while (su || sv) {
        u = m_strsep(&su, ",;"), v = strsep(&sv, ",;");
        CHECK(u && v && strcmp(u, v) == 0 && !su == !sv, "strsep\n");
        if (!u || !v) break;
    }
    free(s), free(t), free(a), free(b);
}

static int by_key(const void *a, const void *b) { return (*(const int *)a >> 8) - (*(const int *)b >> 8); }
static void test_sort(void) {
    void m_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
    void *m_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
    size_t n = below(2) ? below(10) : below(200);
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (size_t i = 0; i < n; i++)
        a[i] = b[i] = (int)(below(20) << 8 | i);
    m_qsort(a, n, sizeof *a, by_key);
    qsort(b, n, sizeof *b, by_key);
    CHECK(n == 0 || memcmp(a, b, n * sizeof *a) == 0, "qsort of %zu\n", n);
    int key = (int)below(22) << 8;
    int *p = m_bsearch(&key, b, n, sizeof *b, by_key), *q = bsearch(&key, b, n, sizeof *b, by_key);
    CHECK(p == q, "bsearch\n");
    free(a), free(b);
}

static void test_ctype(void) {
#define CT(f) { int m_##f(int); CHECK(!m_##f(c) == !f(c), #f "(%d)\n", c); }
    for (int c = -1; c < 256; c++) {
        CT(isalnum) CT(isalpha) CT(isblank) CT(iscntrl) CT(isdigit) CT(isgraph) CT(islower) CT(isprint) CT(ispunct) CT(isspace) CT(isupper) CT(isxdigit)
        int m_tolower(int), m_toupper(int);
        CHECK(m_tolower(c) == tolower(c) && m_toupper(c) == toupper(c), "tolower\n");
    }
}

static void test_sscanf(void) {
    int m_sscanf(const char *, const char *, ...);
    static const char *FORMATS[] = {"%d %d", "%2d%3d", "%i,%x", "%o-%u", " %d : %d", "a%db%d", "%*d%d", "%n%d%n", "%d%%%d"};
    const char *f = FORMATS[below(9)];
    char *s = text(10, "0123 -+,:xab%");
    int a[3] = {-7, -7, -7}, b[3] = {-7, -7, -7};
    gaps = 0;
    int n = m_sscanf(s, f, &a[0], &a[1], &a[2]), m = sscanf(s, f, &b[0], &b[1], &b[2]);
    if (gaps == 0)
        CHECK(n == m && a[0] == b[0] && a[1] == b[1], "sscanf(\"%s\", \"%s\") = %d [%d %d], not %d [%d %d]\n", s, f, n, a[0], a[1], m, b[0], b[1]);
    static const char *WORDS[] = {"%9s%9s", "%3s %9[a-f1]", "%9[^,],%9s", "%c%2c", "%9[]a]%9s", "%*s%9s %1s"};
    f = WORDS[below(6)];
    free(s);
    s = text(9, "abc, 1]");
    char x[2][12], y[2][12];
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    n = m_sscanf(s, f, x[0], x[1]), m = sscanf(s, f, y[0], y[1]);
    CHECK(n == m && (strchr(f, 'c') || memcmp(x, y, sizeof x) == 0), "sscanf(\"%s\", \"%s\") = %d [%s|%s], not %d [%s|%s]\n", s, f, n, x[0], x[1], m, y[0], y[1]);
    free(s);
    s = number();
    double d1 = 0, d2 = 0;
    char c1 = 0, c2 = 0;
    gaps = 0;
    n = m_sscanf(s, "%lf%c", &d1, &c1), m = sscanf(s, "%lf%c", &d2, &c2);
    if (gaps == 0)
        CHECK(n == m && c1 == c2 && (n < 1 || SAME(d1, d2)), "sscanf %%lf%%c of %s = %d [%a %c], not %d [%a %c]\n", s, n, d1, c1, m, d2, c2);
    free(s);
}

static void test_bytes(void) {
    unsigned long long x = below(8) ? rnd() >> below(64) : 0;
    int m_ffs(int), m_ffsl(long), m_ffsll(long long);
    unsigned m_htonl(unsigned), m_ntohl(unsigned);
    unsigned short m_htons(unsigned short), m_ntohs(unsigned short);
    intmax_t m_imaxabs(intmax_t);
    imaxdiv_t m_imaxdiv(intmax_t, intmax_t);
    calls += 8;
    if (m_ffs((int)x) != ffs((int)x) || m_ffsl((long)x) != ffsl((long)x) || m_ffsll((long long)x) != ffsll((long long)x))
        FAIL("ffs(%llx)\n", x);
    if (m_htonl((unsigned)x) != htonl((unsigned)x) || m_ntohl((unsigned)x) != ntohl((unsigned)x)) FAIL("htonl(%llx)\n", x);
    if (m_htons((unsigned short)x) != htons((unsigned short)x) || m_ntohs((unsigned short)x) != ntohs((unsigned short)x))
        FAIL("htons(%llx)\n", x);
    intmax_t a = (intmax_t)x, b = (intmax_t)(rnd() >> below(64)) | 1;
    if (a == INTMAX_MIN) a++;
    imaxdiv_t p = m_imaxdiv(a, b), q = imaxdiv(a, b);
    if (m_imaxabs(a) != imaxabs(a) || p.quot != q.quot || p.rem != q.rem) FAIL("imaxdiv(%jd, %jd)\n", a, b);
    volatile double d = random_double();
    volatile float f = random_float();
    volatile int n = (int)below(60) - 30;
    double m___pm_powi(double, int);
    float m___pm_powif(float, int);
    double r = m___pm_powi(d, n), s = __builtin_powi(d, n);
    float t = m___pm_powif(f, n), u = __builtin_powif(f, n);
    calls += 2;
    if (memcmp(&r, &s, sizeof r) != 0 && !(isnan(r) && isnan(s))) FAIL("powi(%g, %d) = %g, not %g\n", d, n, r, s);
    if (memcmp(&t, &u, sizeof t) != 0 && !(isnan(t) && isnan(u))) FAIL("powif(%g, %d) = %g, not %g\n", f, n, t, u);
}

static wchar_t *wide(unsigned max) {
    unsigned n = below(max + 1);
    wchar_t *s = malloc((n + 1) * sizeof *s);
    for (unsigned i = 0; i < n; i++)
        s[i] = L"abc"[below(3)];
    s[n] = 0;
    return s;
}

static void test_wide(void) {
    wchar_t *a = wide(6), *b = wide(3);
    size_t n = below((unsigned)wcslen(a) + 1);
    wchar_t *m_wmemchr(const wchar_t *, wchar_t, size_t), *m_wcsstr(const wchar_t *, const wchar_t *);
    wchar_t *m_wcspbrk(const wchar_t *, const wchar_t *), *m_wcsncat(wchar_t *, const wchar_t *, size_t);
    size_t m_wcsspn(const wchar_t *, const wchar_t *), m_wcscspn(const wchar_t *, const wchar_t *), m_wcsnlen(const wchar_t *, size_t);
    int m_wmemcmp(const wchar_t *, const wchar_t *, size_t), m_wcsncmp(const wchar_t *, const wchar_t *, size_t);
    calls += 9;
    if (m_wmemchr(a, L'b', n) != wmemchr(a, L'b', n)) FAIL("wmemchr\n");
    if (m_wcsstr(a, b) != wcsstr(a, b)) FAIL("wcsstr\n");
    if (m_wcspbrk(a, b) != wcspbrk(a, b)) FAIL("wcspbrk\n");
    if (m_wcsspn(a, b) != wcsspn(a, b) || m_wcscspn(a, b) != wcscspn(a, b)) FAIL("wcsspn\n");
    if (m_wcsnlen(a, n) != wcsnlen(a, n)) FAIL("wcsnlen\n");
    if (sign(m_wcsncmp(a, b, n)) != sign(wcsncmp(a, b, n))) FAIL("wcsncmp\n");
    wchar_t x[16] = L"xy", y[16] = L"xy";
    if (wcscmp(m_wcsncat(x, a, n), wcsncat(y, a, n)) != 0) FAIL("wcsncat\n");
    free(a);
    free(b);
}

extern char *m_optarg;
extern int m_optind, m_opterr, m_optopt;
int m_getopt(int, char *const[], const char *), m_getopt_long(int, char *const[], const char *, const struct option *, int *);

// The library stops at the first argument that is no option where the options begin with a plus.
static void test_getopt(void) {
    static const char *words[] = {"-a", "-b", "-c", "-ab", "-bx", "-cx", "-x", "--", "-", "word", "-ac", "--long", "--arg=v", "--arg", "--maybe", "--maybe=v", "--flag"};
    int set = 0;
    const struct option all[] = {{"long", 0, 0, 'l'}, {"arg", 1, 0, 'g'}, {"maybe", 2, 0, 'm'}, {"flag", 0, &set, 7}, {0, 0, 0, 0}};
    char *argv[8] = {"program"};
    int argc = 1 + (int)below(6);
    for (int i = 1; i < argc; i++)
        argv[i] = (char *)words[below(sizeof words / sizeof *words)];
    opterr = m_opterr = 0;
    optind = m_optind = 0;
    int is_long = (int)below(2);
    const char *options = below(2) ? "+ab:c::" : "+:ab:c::";
    for (int i = 0; i < 20; i++) {
        int p = is_long ? m_getopt_long(argc, argv, options, all, 0) : m_getopt(argc, argv, options);
        int q = is_long ? getopt_long(argc, argv, options, all, 0) : getopt(argc, argv, options);
        calls++;
        if (p != q || optind != m_optind || (q != '?' && q != ':' && optarg != m_optarg)) {
            FAIL("getopt(%s %s %s %s): %d at %d, not %d at %d\n", argv[1] ? argv[1] : "", argv[2] ? argv[2] : "", argv[3] ? argv[3] : "", options, p, m_optind, q, optind);
            break;
        }
        if (q == -1) break;
    }
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 100000;
    test_ctype();
    for (long i = 0; i < rounds; i++) {
        test_math();
        test_strings();
        if (i % 4 == 0) test_conversions();
        if (i % 10 == 0) test_sort();
        if (i % 4 == 0) test_sscanf();
        if (i % 4 == 0) test_bytes();
        if (i % 4 == 0) test_wide();
        if (i % 4 == 0) test_getopt();
    }
    printf("%ld comparisons, %ld differences\n", calls, failures);
    return failures != 0;
}
