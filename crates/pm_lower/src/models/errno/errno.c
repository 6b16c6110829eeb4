// errno of glibc (`__errno_location`), of newlib (`__errno`), and as a variable, for programs that declare it themselves.
int __VERIFIER_nondet_int(void);

int errno = 0;

int *__errno_location(void) {
    return &errno;
}

int *__errno(void) {
    return &errno;
}

// The program may say itself where errno is, by its own definition of one of these functions.
static int *place(void) {
    int *p = __errno_location();
    return p != &errno ? p : __errno();
}

// Nobody asks in a program that does not read errno.
void __pm_set_errno(int code) {
    if (__pm_errno_is_read())
        *place() = code;
}

int __pm_get_errno(void) {
    return *place();
}

// A function failed: any error number, this one where nothing is chosen.
void __pm_fails(int usual) {
    if (!__pm_errno_is_read())
        return;
    int code = __VERIFIER_nondet_int();
    __pm_set_errno(code > 0 ? code : usual);
}

// A function of which C does not say whether it sets errno: it may.
void __pm_may_set_errno(void) {
    if (!__pm_errno_is_read())
        return;
    int code = __VERIFIER_nondet_int();
    if (code > 0)
        __pm_set_errno(code);
}

// A function may say so that something was not as expected, or not.
void __pm_may_set_errno_to(int code) {
    if (__pm_errno_is_read() && __VERIFIER_nondet_int() > 0)
        __pm_set_errno(code);
}

// An error of a mathematical function: C leaves open whether errno says so.
void __pm_math_error(int code) {
    if (__pm_errno_is_read() && !__VERIFIER_nondet_int())
        __pm_set_errno(code);
}
