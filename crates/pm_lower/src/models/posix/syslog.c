// The system's log: nobody sees it, but arguments are checked. `%m` is not known to `__pm_print`.
int __VERIFIER_nondet_int(void);
void __pm_may_set_errno(void);
void __pm_string(const char *s);

void syslog(int priority, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "syslog format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __CPROVER_precondition(__pm_printable(format, args), "syslog arguments readable");
    __pm_may_set_errno();
    __pm_print((void *)3, format, args);
    __builtin_va_end(args);
}

void vsyslog(int priority, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsyslog format readable");
    __CPROVER_precondition(__pm_printable(format, args), "vsyslog arguments readable");
    __pm_may_set_errno();
    __pm_print((void *)3, format, args);
    __builtin_va_end(args);
}

void openlog(const char *ident, int options, int facility) {
    if (ident) {
        __CPROVER_precondition(__CPROVER_r_ok(ident, 1), "openlog name readable");
        __pm_string(ident);
    }
    __pm_may_set_errno();
}

void closelog(void) {
    __pm_may_set_errno();
}

// The mask that was there before.
int setlogmask(int mask) {
    return __VERIFIER_nondet_int();
}
