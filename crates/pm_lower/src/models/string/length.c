// Lengths of strings.
typedef typeof(sizeof(0)) size_t;

size_t strlen(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strlen argument readable");
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max) {
    __CPROVER_precondition(max == 0 || __CPROVER_r_ok(s, 1), "strnlen argument readable");
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
    return n;
}
