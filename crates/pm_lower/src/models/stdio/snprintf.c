// Formatted output to strings.
typedef typeof(sizeof(0)) size_t;

extern _Bool __pm_other_locale;
_Bool __pm_shows_locale(const char *format);
void __pm_may_set_errno(void);

// A size may be larger than the destination: what is written has to fit it.
static int format_text(char *dst, size_t size, const char *format, __builtin_va_list args) {
    if (__pm_other_locale && __pm_shows_locale(format))
        __pm_depends_on_locale();
    // Also where it succeeds (C11 7.5p3).
    __pm_may_set_errno();
    size_t room = __CPROVER_OBJECT_SIZE(dst) - __CPROVER_POINTER_OFFSET(dst);
    if (size <= room)
        return __pm_format(dst, size, format, args);
    int n = __pm_format(dst, room, format, args);
    __CPROVER_assert(n < 0 || (size_t)n < room, "output fits the destination");
    return n;
}

// As of vprintf, the caller's list ends here.
int vsnprintf(char *dst, size_t size, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, 1), "vsnprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsnprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vsnprintf arguments readable");
    int n = format_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}

int snprintf(char *dst, size_t size, const char *format, ...) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, 1), "snprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "snprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "snprintf arguments readable");
    int n = format_text(dst, size, format, args);
    __builtin_va_end(args);
    return n;
}

int sprintf(char *dst, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "sprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "sprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "sprintf arguments readable");
    int n = format_text(dst, (size_t)-1, format, args);
    __builtin_va_end(args);
    return n;
}

int vsprintf(char *dst, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "vsprintf destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vsprintf arguments readable");
    int n = format_text(dst, (size_t)-1, format, args);
    __builtin_va_end(args);
    return n;
}
