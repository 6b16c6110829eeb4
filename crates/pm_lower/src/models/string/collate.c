// Collation: that of the C locale is strcmp, that of another one is any.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size_t(void);
int strcmp(const char *a, const char *b);

// The locale is one of which nothing is known.
_Bool __pm_other_collation = 0;

// Equal strings are equal in every locale; others may be.
int strcoll(const char *a, const char *b) {
    __CPROVER_precondition(__CPROVER_r_ok(a, 1), "strcoll first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, 1), "strcoll second argument readable");
    int order = strcmp(a, b);
    if (__pm_other_collation && order != 0 && __VERIFIER_nondet_bool())
        order = __VERIFIER_nondet_int();
    return order;
}

// C fixes the sign of the result and no more.
int __pm_sign_of_strcoll(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 ? 0 : n < 0 ? (r < 0 ? r : n) : (r > 0 ? r : n);
}

size_t strxfrm(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strxfrm source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, 1), "strxfrm destination writable");
    if (__pm_other_collation && __VERIFIER_nondet_bool()) {
        size_t length = __VERIFIER_nondet_size_t();
        if (n > 0)
            __pm_havoc(dst, n);
        if (length < n)
            dst[length] = 0;
        return length;
    }
    size_t i = 0;
    for (; src[i] != 0; i++)
        if (i < n)
            dst[i] = src[i];
    if (i < n)
        dst[i] = 0;
    return i;
}
