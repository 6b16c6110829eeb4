// Formatted output to a new string.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
void *malloc(size_t size);
extern _Bool __pm_other_locale;
_Bool __pm_shows_locale(const char *format);

int vasprintf(char **result, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(char *)), "vasprintf result writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vasprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vasprintf arguments readable");
    if (__pm_other_locale && __pm_shows_locale(format))
        __pm_depends_on_locale();
    __builtin_va_list again;
    __builtin_va_copy(again, args);
    int n = __pm_format((char *)0, (size_t)0, format, args);
    char *p = n < 0 ? (char *)0 : malloc((size_t)n + 1);
    if (p) {
        // As a check of all of it: the program may have its own malloc.
        p[n] = 0;
        __pm_format(p, (size_t)n + 1, format, again);
    } else {
        n = -1;
    }
    __builtin_va_end(again);
    __builtin_va_end(args);
    // What a failure leaves there is open.
    if (p || __VERIFIER_nondet_bool())
        *result = p;
    return n;
}

int asprintf(char **result, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(char *)), "asprintf result writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "asprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "asprintf arguments readable");
    int n = vasprintf(result, format, args);
    __builtin_va_end(args);
    return n;
}
