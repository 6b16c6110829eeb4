// Comparing and searching of memory.
typedef typeof(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);

// C fixes the sign of the result and no more.
static int of_sign(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 ? 0 : n < 0 ? (r < 0 ? r : n) : (r > 0 ? r : n);
}

int memcmp(const void *a, const void *b, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(a, n), "memcmp first region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(b, n), "memcmp second region readable");
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(a, n), "bcmp first region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(b, n), "bcmp second region readable");
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

// C lets memchr read only up to the first match.
void *memchr(const void *s, int c, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(s, 1), "memchr region readable");
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}

void *rawmemchr(const void *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "rawmemchr region readable");
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

void *memrchr(const void *s, int c, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(s, n), "memrchr region readable");
    const unsigned char *p = s;
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)c)
            return (void *)(p + (i - 1));
    return 0;
}

void *memccpy(void *dst, const void *src, int c, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, 1), "memccpy source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, 1), "memccpy destination region writable");
    const unsigned char *s = src;
    size_t i = 0;
    while (i < n && s[i] != (unsigned char)c)
        i++;
    size_t copied = i < n ? i + 1 : n;
    __CPROVER_assert(copied == 0 || __CPROVER_w_ok(dst, copied), "memccpy destination has room");
    __CPROVER_assert(copied == 0 || !__CPROVER_same_object(dst, src) || s + copied <= (unsigned char *)dst || (unsigned char *)dst + copied <= s, "memccpy regions do not overlap");
    __pm_copy(dst, src, copied);
    return i < n ? (char *)dst + copied : (char *)0;
}

void *memmem(const void *haystack, size_t n, const void *needle, size_t m) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(haystack, n), "memmem first region readable");
    __CPROVER_precondition(m == 0 || __CPROVER_r_ok(needle, m), "memmem second region readable");
    const unsigned char *h = haystack, *x = needle;
    for (size_t i = 0; m <= n && i <= n - m; i++) {
        size_t j = 0;
        while (j < m && h[i + j] == x[j])
            j++;
        if (j == m)
            return (void *)(h + i);
    }
    return 0;
}

void swab(const void *from, void *to, long n) {
    __CPROVER_precondition(n <= 1 || __CPROVER_r_ok(from, n - n % 2), "swab source region readable");
    __CPROVER_precondition(n <= 1 || __CPROVER_w_ok(to, n - n % 2), "swab destination region writable");
    __CPROVER_precondition(n <= 1 || !__CPROVER_same_object(from, to) || (const char *)from + (n - n % 2) <= (char *)to || (char *)to + (n - n % 2) <= (const char *)from, "swab regions do not overlap");
    const unsigned char *s = from;
    unsigned char *d = to;
    for (long i = 0; i + 1 < n; i += 2) {
        unsigned char first = s[i];
        d[i] = s[i + 1];
        d[i + 1] = first;
    }
}

int __pm_sign_of_memcmp(int n) {
    return of_sign(n);
}

// Only whether it is zero means something.
int __pm_value_of_bcmp(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}
