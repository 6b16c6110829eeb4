// Wide strings; wchar_t is what the type of a wide character constant is.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;

size_t wcslen(const wchar_t *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, sizeof(wchar_t)), "wcslen argument readable");
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, sizeof(wchar_t)), "wcscpy source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, sizeof(wchar_t)), "wcscpy destination writable");
    size_t i = 0;
    while ((dst[i] = src[i]) != 0)
        i++;
    return dst;
}

wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, sizeof(wchar_t)), "wcsncpy source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "wcsncpy destination writable");
    size_t i = 0;
    for (; i < n && src[i] != 0; i++)
        dst[i] = src[i];
    for (; i < n; i++)
        dst[i] = 0;
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
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n * sizeof(wchar_t)), "wmemcpy source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n * sizeof(wchar_t)), "wmemcpy destination region writable");
    __pm_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n * sizeof(wchar_t)), "wmemmove source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n * sizeof(wchar_t)), "wmemmove destination region writable");
    __pm_copy(dst, src, n * sizeof(wchar_t));
    return dst;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(a, n * sizeof(wchar_t)), "wmemcmp first region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(b, n * sizeof(wchar_t)), "wmemcmp second region readable");
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
