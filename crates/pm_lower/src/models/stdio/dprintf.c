// Formatted output to descriptors: what goes to 1 and 2 is printed, anything else nobody sees.
int __VERIFIER_nondet_int(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);

static int print(int descriptor, const char *format, __builtin_va_list args) {
    __pm_may_set_errno();
    if (descriptor == 1)
        return __pm_print((void *)0, format, args);
    if (descriptor == 2)
        return __pm_print((void *)2, format, args);
    return __pm_print((void *)3, format, args);
}

int dprintf(int descriptor, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "dprintf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "dprintf arguments readable");
    int n = print(descriptor, format, args);
    __builtin_va_end(args);
    return n;
}

// The caller's list is indeterminate behind a call (C11 7.16p3).
int vdprintf(int descriptor, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vdprintf format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vdprintf arguments readable");
    int n = print(descriptor, format, args);
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

int __pm_result_of_dprintf(int n) {
    return may_fail(n);
}

int __pm_result_of_vdprintf(int n) {
    return may_fail(n);
}
