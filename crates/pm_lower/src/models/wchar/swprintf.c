// Formatted output to wide strings. Text of integers and single bytes is exact; with other conversions it is any of any length.
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

static int is_ascii(char c) {
    return (unsigned char)c <= 127;
}

// Is its text the same in characters of both sizes? Characters of ASCII, integers and bytes.
static int is_simple(const char *format) {
    for (const char *p = format; *p != 0; p++) {
        if (!is_ascii(*p))
            return 0;
        if (*p != '%')
            continue;
        p++;
        int is_long = 0;
        for (; is_between(*p); p++)
            is_long |= *p == 'l';
        const char *simple = "diuxXoc%";
        while (*simple != 0 && *simple != *p)
            simple++;
        if (*simple == 0 || (*p == 'c' && is_long))
            return 0;
    }
    return 1;
}

// The format in characters, where letters mean the same; what is no ASCII becomes a byte that is none.
static int narrow_format(char *narrow, size_t size, const wchar_t *format) {
    size_t n = wcslen(format);
    if (n >= size) {
        __pm_gap(LONG_FORMAT);
        return 0;
    }
    for (size_t i = 0; i <= n; i++)
        narrow[i] = format[i] >= 0 && format[i] <= 127 ? (char)format[i] : (char)-1;
    return 1;
}

static void no_overlap(const wchar_t *dst, size_t size, size_t n, const wchar_t *format) {
    __CPROVER_assert(size == 0 || !__CPROVER_same_object(dst, format) || format + wcslen(format) < dst || dst + n < format, "strings do not overlap");
}

// What stands in the destination where the text does not fit is open.
static void any_characters(wchar_t *dst, size_t size, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int c = __VERIFIER_nondet_int();
        dst[i] = (wchar_t)(c == 0 ? L'x' : c);
    }
    if (size > 0)
        dst[n] = 0;
}

static int any_text(wchar_t *dst, size_t size, const wchar_t *format) {
    size_t length = __VERIFIER_nondet_size_t();
    int fits = length < size;
    size_t n = fits ? length : size > 0 ? size - 1 : 0;
    no_overlap(dst, size, n, format);
    any_characters(dst, size, n);
    return fits ? (int)length : -1;
}

static int exact_text(wchar_t *dst, size_t size, const wchar_t *format, const char *text, size_t length) {
    int fits = length < size;
    size_t n = fits ? length : size > 0 ? size - 1 : 0;
    no_overlap(dst, size, n, format);
    if (!fits) {
        any_characters(dst, size, n);
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        dst[i] = (wchar_t)text[i];
    dst[n] = 0;
    return (int)length;
}

// Negative where the text and its end do not fit.
static int format_text(wchar_t *dst, size_t size, const wchar_t *format, __builtin_va_list args) {
    char narrow[256];
    if (!narrow_format(narrow, sizeof(narrow), format))
        return any_text(dst, size, format);
    __CPROVER_assert(__pm_printable(narrow, args), "swprintf arguments readable");
    if (stores(narrow))
        __pm_gap(STORES);
    char text[256];
    int length = is_simple(narrow) ? __pm_format(text, sizeof(text), narrow, args) : -1;
    if (length < 0 || (size_t)length >= sizeof(text))
        return any_text(dst, size, format);
    // Bytes beyond ASCII are no characters in the locale of C, and any elsewhere.
    for (int i = 0; i < length; i++)
        if (!is_ascii(text[i]))
            return any_text(dst, size, format);
    return exact_text(dst, size, format, text, length);
}

int swprintf(wchar_t *dst, size_t size, const wchar_t *format, ...) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "swprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, sizeof(wchar_t)), "swprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = format_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}

int vswprintf(wchar_t *dst, size_t size, const wchar_t *format, __builtin_va_list args) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "vswprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, sizeof(wchar_t)), "vswprintf format readable");
    int n = format_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}
