// errno of glibc (`__errno_location`) and newlib (`__errno`).
int __VERIFIER_nondet_int(void);

static int __pm_errno;

int *__errno_location(void) {
    return &__pm_errno;
}

int *__errno(void) {
    return &__pm_errno;
}

// A function failed: any error number, this one where nothing is chosen. Nobody asks in a program that does not read errno.
void __pm_fails(int usual) {
    if (!__pm_errno_is_read())
        return;
    int code = __VERIFIER_nondet_int();
    __pm_errno = code > 0 ? code : usual;
}

// A function of which C does not say whether it sets errno: it may.
void __pm_may_set_errno(void) {
    if (!__pm_errno_is_read())
        return;
    int code = __VERIFIER_nondet_int();
    if (code > 0)
        __pm_errno = code;
}

// A function may say so that something was not as expected, or not.
void __pm_may_set_errno_to(int code) {
    if (__pm_errno_is_read() && __VERIFIER_nondet_int() > 0)
        __pm_errno = code;
}

// An error of a mathematical function: C leaves open whether errno says so.
void __pm_math_error(int code) {
    if (__pm_errno_is_read() && !__VERIFIER_nondet_int())
        __pm_errno = code;
}
