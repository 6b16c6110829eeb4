// Formatted output to streams. The interpreter prints what goes to stdout and stderr; files keep nothing, but the
// arguments of every call are checked.
extern void *stdout, *stderr;
int __VERIFIER_nondet_int(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

// The intrinsic's streams: null is the standard output, 2 the standard error, what else there is nobody sees.
static int print(void *stream, const char *format, __builtin_va_list args) {
    __pm_may_set_errno();
    if (stream == stdout)
        return __pm_print((void *)0, format, args);
    if (stream == stderr)
        return __pm_print((void *)2, format, args);
    return __pm_print((void *)3, format, args);
}

int printf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "printf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "printf arguments readable");
    int n = print(stdout, format, args);
    __builtin_va_end(args);
    return n;
}

// The caller's list is indeterminate behind a call (C11 7.16p3): it ends here, where a list is passed by its address, and at the call elsewhere.
int vprintf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vprintf arguments readable");
    int n = print(stdout, format, args);
    __builtin_va_end(args);
    return n;
}

int fprintf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fprintf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "fprintf arguments readable");
    int n = print(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int vfprintf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfprintf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vfprintf arguments readable");
    int n = print(stream, format, args);
    __builtin_va_end(args);
    return n;
}

// Output may fail. Where nobody looks at the result, nothing is chosen.
static int may_fail(int n) {
    int failure = __VERIFIER_nondet_int();
    if (failure >= 0)
        return n;
    __pm_fails(5);
    return failure;
}

int __pm_result_of_printf(int n) {
    return may_fail(n);
}

int __pm_result_of_vprintf(int n) {
    return may_fail(n);
}

int __pm_result_of_fprintf(int n) {
    return may_fail(n);
}

int __pm_result_of_vfprintf(int n) {
    return may_fail(n);
}
