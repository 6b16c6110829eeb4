// Formatted output to wide strings: its text is any of any length.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;
size_t wcslen(const wchar_t *s);
int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size_t(void);

// Reasons of __pm_gap.
enum {
    LONG_FORMAT = 3,
    STORES = 4
};

// May stand between a percent sign and the letter of a conversion.
static int is_between(char c) {
    const char *between = "0123456789-+ #'*.$hlLqjzt";
    while (*between != 0 && *between != c)
        between++;
    return *between != 0;
}

// Does a conversion store how much was written?
static int stores(const char *format) {
    for (const char *p = format; *p != 0; p++) {
        if (*p != '%')
            continue;
        p++;
        while (is_between(*p))
            p++;
        if (*p == 'n')
            return 1;
        if (*p == 0)
            return 0;
    }
    return 0;
}

// Arguments are those that a format of characters would have: letters of wide formats mean the same.
static void check_arguments(const wchar_t *format, __builtin_va_list args) {
    char narrow[256];
    size_t n = wcslen(format);
    if (n >= sizeof(narrow)) {
        __pm_gap(LONG_FORMAT);
        return;
    }
    for (size_t i = 0; i <= n; i++)
        narrow[i] = format[i] >= 0 && format[i] <= 127 ? (char)format[i] : '?';
    __CPROVER_assert(__pm_printable(narrow, args), "swprintf arguments readable");
    if (stores(narrow))
        __pm_gap(STORES);
}

// Negative where the text and its end do not fit.
static int any_text(wchar_t *dst, size_t size, const wchar_t *format, __builtin_va_list args) {
    check_arguments(format, args);
    size_t length = __VERIFIER_nondet_size_t();
    int fits = length < size;
    size_t n = fits ? length : size > 0 ? size - 1 : 0;
    __CPROVER_assert(size == 0 || !__CPROVER_same_object(dst, format) || format + wcslen(format) < dst || dst + n < format, "strings do not overlap");
    for (size_t i = 0; i < n; i++) {
        int c = __VERIFIER_nondet_int();
        dst[i] = (wchar_t)(c == 0 ? L'x' : c);
    }
    if (size > 0)
        dst[n] = 0;
    return fits ? (int)length : -1;
}

int swprintf(wchar_t *dst, size_t size, const wchar_t *format, ...) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "swprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, sizeof(wchar_t)), "swprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = any_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}

int vswprintf(wchar_t *dst, size_t size, const wchar_t *format, __builtin_va_list args) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "vswprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, sizeof(wchar_t)), "vswprintf format readable");
    int n = any_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}
