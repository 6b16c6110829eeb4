// Comparing of strings.
typedef typeof(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);

// C fixes the sign of the result and no more.
static int of_sign(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 ? 0 : n < 0 ? (r < 0 ? r : n) : (r > 0 ? r : n);
}

int strcmp(const char *a, const char *b) {
    __CPROVER_precondition(__CPROVER_r_ok(a, 1), "strcmp first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, 1), "strcmp second argument readable");
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(a, 1), "strncmp first argument readable");
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(b, 1), "strncmp second argument readable");
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

static int lower(char c) {
    unsigned char u = (unsigned char)c;
    return u >= 'A' && u <= 'Z' ? u + 32 : u;
}

int strcasecmp(const char *a, const char *b) {
    __CPROVER_precondition(__CPROVER_r_ok(a, 1), "strcasecmp first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, 1), "strcasecmp second argument readable");
    size_t i = 0;
    while (a[i] != 0 && lower(a[i]) == lower(b[i]))
        i++;
    return lower(a[i]) - lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(a, 1), "strncasecmp first argument readable");
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(b, 1), "strncasecmp second argument readable");
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i]))
            return lower(a[i]) - lower(b[i]);
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

int __pm_sign_of_strcmp(int n) {
    return of_sign(n);
}

int __pm_sign_of_strncmp(int n) {
    return of_sign(n);
}

int __pm_sign_of_strcasecmp(int n) {
    return of_sign(n);
}

int __pm_sign_of_strncasecmp(int n) {
    return of_sign(n);
}
