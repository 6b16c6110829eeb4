// Wide strings; wchar_t is what the type of a wide character constant is.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;
int __VERIFIER_nondet_int(void);

// C fixes the sign of the result and no more.
static int of_sign(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 ? 0 : n < 0 ? (r < 0 ? r : n) : (r > 0 ? r : n);
}

size_t wcslen(const wchar_t *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcslen argument readable");
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(s, sizeof(wchar_t)), "wcsnlen argument readable");
    size_t i = 0;
    while (i < n && s[i] != 0)
        i++;
    return i;
}

// The wide characters of a string of that length, at most max, that are read: its end is one of them.
static size_t read_of(size_t length, size_t max) {
    return length < max ? length + 1 : max;
}

// What is written has room, and is no part of what is read.
static void check(wchar_t *dst, size_t written, const wchar_t *src, size_t read) {
    __CPROVER_assert(written == 0 || __CPROVER_w_ok(dst, written * sizeof(wchar_t)), "destination has room for the wide string");
    __CPROVER_assert(written == 0 || read == 0 || !__CPROVER_same_object(dst, src) || src + read <= dst || dst + written <= src, "wide strings do not overlap");
}

wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, sizeof(wchar_t)), "wcscpy source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, sizeof(wchar_t)), "wcscpy destination writable");
    size_t n = wcslen(src) + 1;
    check(dst, n, src, n);
    __pm_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, sizeof(wchar_t)), "wcsncpy source readable");
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_w_ok(dst, n * sizeof(wchar_t)), "wcsncpy destination region writable");
    size_t length = wcsnlen(src, n);
    check(dst, n, src, read_of(length, n));
    __pm_copy(dst, src, length * sizeof(wchar_t));
    __pm_fill(dst + length, 0, (n - length) * sizeof(wchar_t));
    return dst;
}

wchar_t *wcscat(wchar_t *restrict dst, const wchar_t *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, sizeof(wchar_t)), "wcscat source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, sizeof(wchar_t)), "wcscat destination writable");
    wcscpy(dst + wcslen(dst), src);
    return dst;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    __CPROVER_precondition(__CPROVER_r_ok(a, sizeof(wchar_t)), "wcscmp first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, sizeof(wchar_t)), "wcscmp second argument readable");
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(a, sizeof(wchar_t)), "wcsncmp first argument readable");
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(b, sizeof(wchar_t)), "wcsncmp second argument readable");
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcschr argument readable");
    for (;; s++) {
        if (*s == c)
            return (wchar_t *)s;
        if (*s == 0)
            return 0;
    }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcsrchr argument readable");
    const wchar_t *found = 0;
    for (;; s++) {
        if (*s == c)
            found = s;
        if (*s == 0)
            return (wchar_t *)found;
    }
}

wchar_t *wmemset(wchar_t *dst, wchar_t c, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "wmemset destination writable");
    for (size_t i = 0; i < n; i++)
        dst[i] = c;
    return dst;
}

wchar_t *wmemcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_r_ok(src, n * sizeof(wchar_t)), "wmemcpy source region readable");
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_w_ok(dst, n * sizeof(wchar_t)), "wmemcpy destination region writable");
    __CPROVER_precondition(n == 0 || !__CPROVER_same_object(dst, src) || src + n <= dst || dst + n <= src, "wmemcpy regions do not overlap");
    __pm_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n) {
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_r_ok(src, n * sizeof(wchar_t)), "wmemmove source region readable");
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_w_ok(dst, n * sizeof(wchar_t)), "wmemmove destination region writable");
    __pm_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_r_ok(a, n * sizeof(wchar_t)), "wmemcmp first region readable");
    __CPROVER_precondition(n == 0 || n <= (size_t)-1 / sizeof(wchar_t) && __CPROVER_r_ok(b, n * sizeof(wchar_t)), "wmemcmp second region readable");
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int __pm_sign_of_wcscmp(int n) {
    return of_sign(n);
}

int __pm_sign_of_wcsncmp(int n) {
    return of_sign(n);
}

int __pm_sign_of_wmemcmp(int n) {
    return of_sign(n);
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(s, sizeof(wchar_t)), "wmemchr region readable");
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)(s + i);
    return 0;
}

wchar_t *wcsncat(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, sizeof(wchar_t)), "wcsncat source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, sizeof(wchar_t)), "wcsncat destination writable");
    size_t end = wcslen(dst);
    size_t length = wcsnlen(src, n);
    check(dst + end, length + 1, src, read_of(length, n));
    __pm_copy(dst + end, src, length * sizeof(wchar_t));
    dst[end + length] = 0;
    return dst;
}

static int is_in(wchar_t c, const wchar_t *set) {
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcsspn first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(accept, sizeof(wchar_t)), "wcsspn second argument readable");
    size_t n = 0;
    while (s[n] != 0 && is_in(s[n], accept))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcscspn first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(reject, sizeof(wchar_t)), "wcscspn second argument readable");
    size_t n = 0;
    while (s[n] != 0 && !is_in(s[n], reject))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcspbrk first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(accept, sizeof(wchar_t)), "wcspbrk second argument readable");
    for (; *s != 0; s++)
        if (is_in(*s, accept))
            return (wchar_t *)s;
    return 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *needle) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcsstr first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(needle, sizeof(wchar_t)), "wcsstr second argument readable");
    for (;; s++) {
        size_t i = 0;
        while (needle[i] != 0 && s[i] == needle[i])
            i++;
        if (needle[i] == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return 0;
    }
}
