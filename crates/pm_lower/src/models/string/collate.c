// Collation: that of the C locale is strcmp, that of another one is any.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size_t(void);
size_t strlen(const char *s);
void __pm_arbitrary(void *dst, size_t n);
int strcmp(const char *a, const char *b);

extern _Bool __pm_other_locale;

// Equal strings are equal in every locale; others may be.
int strcoll(const char *a, const char *b) {
    __CPROVER_precondition(__CPROVER_r_ok(a, 1), "strcoll first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, 1), "strcoll second argument readable");
    int order = strcmp(a, b);
    if (__pm_other_locale && order != 0 && __VERIFIER_nondet_bool())
        order = __VERIFIER_nondet_int();
    return order;
}

// C fixes the sign of the result and no more.
int __pm_sign_of_strcoll(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 ? 0 : n < 0 ? (r < 0 ? r : n) : (r > 0 ? r : n);
}

// What is written has room, and is no part of what is read.
static void check(char *dst, size_t written, const char *src, size_t read) {
    __CPROVER_assert(written == 0 || __CPROVER_w_ok(dst, written), "destination has room for the string");
    __CPROVER_assert(written == 0 || !__CPROVER_same_object(dst, src) || src + read <= dst || dst + written <= src, "strings do not overlap");
}

// Where the text does not fit the contents of the destination are indeterminate (C11 7.24.4.5p3).
size_t strxfrm(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strxfrm source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, 1), "strxfrm destination writable");
    size_t read = strlen(src), length = read;
    _Bool is_other = __pm_other_locale && __VERIFIER_nondet_bool();
    if (is_other)
        length = __VERIFIER_nondet_size_t();
    check(dst, length < n ? length + 1 : n, src, read + 1);
    if (n == 0)
        return length;
    if (is_other || length >= n)
        __pm_arbitrary(dst, length < n ? length : n);
    else
        __pm_copy(dst, src, length);
    if (length < n)
        dst[length] = 0;
    return length;
}
