// Formatted output to wide strings: its text is any of any length.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;
size_t wcslen(const wchar_t *s);
int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size_t(void);

// Negative where the text and its end do not fit.
static int any_text(wchar_t *dst, size_t size, const wchar_t *format) {
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
    return any_text(dst, size, format);
}

int vswprintf(wchar_t *dst, size_t size, const wchar_t *format, __builtin_va_list args) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, sizeof(wchar_t)), "vswprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, sizeof(wchar_t)), "vswprintf format readable");
    return any_text(dst, size, format);
}
