// Searching in strings.
typedef typeof(sizeof(0)) size_t;

char *strchr(const char *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strchr argument readable");
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *index(const char *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "index argument readable");
    return strchr(s, c);
}

char *strchrnul(const char *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strchrnul argument readable");
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strrchr argument readable");
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (*s == 0)
            return (char *)found;
    }
}

char *rindex(const char *s, int c) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "rindex argument readable");
    return strrchr(s, c);
}

static int is_in(char c, const char *set) {
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accept) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strspn first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(accept, 1), "strspn second argument readable");
    size_t n = 0;
    while (s[n] != 0 && is_in(s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strcspn first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(reject, 1), "strcspn second argument readable");
    size_t n = 0;
    while (s[n] != 0 && !is_in(s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strpbrk first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(accept, 1), "strpbrk second argument readable");
    for (; *s != 0; s++)
        if (is_in(*s, accept))
            return (char *)s;
    return 0;
}

static int starts_with(const char *s, const char *prefix) {
    for (; *prefix != 0; s++, prefix++)
        if (*s != *prefix)
            return 0;
    return 1;
}

char *strstr(const char *s, const char *needle) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strstr first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(needle, 1), "strstr second argument readable");
    for (;; s++) {
        if (starts_with(s, needle))
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

static int same_letter(char a, char b) {
    if (a >= 'A' && a <= 'Z')
        a = (char)(a + 32);
    if (b >= 'A' && b <= 'Z')
        b = (char)(b + 32);
    return a == b;
}

char *strcasestr(const char *s, const char *needle) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strcasestr first argument readable");
    __CPROVER_precondition(__CPROVER_r_ok(needle, 1), "strcasestr second argument readable");
    for (;; s++) {
        size_t i = 0;
        while (needle[i] != 0 && s[i] != 0 && same_letter(s[i], needle[i]))
            i++;
        if (needle[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}
