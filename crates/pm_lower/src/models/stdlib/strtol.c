// strtol and its family, exact for the C locale, with errno.
void __pm_set_errno(int code);
void __pm_may_set_errno_to(int code);

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

// The magnitude of the number at s, saturated at `limit` of its sign (then `*range` is set); *negative says its sign. `binary`: C23 has 0b.
static unsigned long long parse(const char *s, char **end, int base, int binary, unsigned long long positive_limit,
                                unsigned long long negative_limit, int *negative, int *range) {
    const char *p = s;
    *negative = 0;
    *range = 0;
    if (base < 0 || base == 1 || base > 36) {
        __pm_set_errno(22);
        return 0;
    }
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    if (*p == '+' || *p == '-') {
        *negative = *p == '-';
        p++;
    }
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && digit(p[2]) < 2) {
        p += 2;
        base = 2;
    }
    if (base == 0)
        base = *p == '0' ? 8 : 10;
    unsigned long long limit = *negative ? negative_limit : positive_limit;
    unsigned long long value = 0;
    const char *last = 0;
    for (; digit(*p) < base; p++) {
        unsigned long long d = digit(*p);
        last = p;
        if (*range || d > limit || value > (limit - d) / base)
            *range = 1;
        else
            value = value * base + d;
    }
    if (end)
        *end = (char *)(last ? last + 1 : s);
    // POSIX allows to say that there is no number.
    if (!last)
        __pm_may_set_errno_to(22);
    if (*range) {
        __pm_set_errno(34);
        return limit;
    }
    return value;
}

static long long parse_signed(const char *s, char **end, int base, int binary, unsigned long long limit) {
    int negative, range;
    unsigned long long m = parse(s, end, base, binary, limit, limit + 1, &negative, &range);
    if (!negative)
        return m;
    return m == 0 ? 0 : -(long long)(m - 1) - 1;
}

static unsigned long long parse_unsigned(const char *s, char **end, int base, int binary, unsigned long long limit) {
    int negative, range;
    unsigned long long m = parse(s, end, base, binary, limit, limit, &negative, &range);
    return negative && !range ? (m == 0 ? 0 : ~m + 1) : m;
}

long strtol(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtol argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtol end pointer writable");
    return parse_signed(s, end, base, 0, ~0UL >> 1);
}

long long strtoll(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoll argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtoll end pointer writable");
    return parse_signed(s, end, base, 0, ~0ULL >> 1);
}

unsigned long strtoul(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoul argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtoul end pointer writable");
    return parse_unsigned(s, end, base, 0, ~0UL);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoull argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtoull end pointer writable");
    return parse_unsigned(s, end, base, 0, ~0ULL);
}

// The widest integers of every data model have 64 bits.
long long strtoimax(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoimax argument readable");
    return parse_signed(s, end, base, 0, ~0ULL >> 1);
}

unsigned long long strtoumax(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoumax argument readable");
    return parse_unsigned(s, end, base, 0, ~0ULL);
}

// The names that headers of glibc 2.38 and later give to these functions.
long __isoc23_strtol(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtol argument readable");
    return parse_signed(s, end, base, 1, ~0UL >> 1);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoll argument readable");
    return parse_signed(s, end, base, 1, ~0ULL >> 1);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoul argument readable");
    return parse_unsigned(s, end, base, 1, ~0UL);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoull argument readable");
    return parse_unsigned(s, end, base, 1, ~0ULL);
}

long long __isoc23_strtoimax(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoimax argument readable");
    return parse_signed(s, end, base, 1, ~0ULL >> 1);
}

unsigned long long __isoc23_strtoumax(const char *s, char **end, int base) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtoumax argument readable");
    return parse_unsigned(s, end, base, 1, ~0ULL);
}

// Out of range is undefined in C; glibc converts the result of strtol.
int atoi(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "atoi argument readable");
    return (int)parse_signed(s, 0, 10, 0, ~0UL >> 1);
}

long atol(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "atol argument readable");
    return parse_signed(s, 0, 10, 0, ~0UL >> 1);
}

long long atoll(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "atoll argument readable");
    return parse_signed(s, 0, 10, 0, ~0ULL >> 1);
}
