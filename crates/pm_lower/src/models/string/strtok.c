// Splitting of strings.
typedef typeof(sizeof(0)) size_t;
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);

static char *next_token(char *s, const char *separators, char **rest) {
    if (!s)
        return 0;
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    if (*end != 0) {
        *end = 0;
        end++;
    }
    *rest = end;
    return s;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    __CPROVER_precondition(s == 0 || __CPROVER_r_ok(s, 1), "strtok_r string readable");
    __CPROVER_precondition(__CPROVER_r_ok(separators, 1), "strtok_r separators readable");
    __CPROVER_precondition(__CPROVER_w_ok(rest, sizeof(char *)), "strtok_r state writable");
    return next_token(s ? s : *rest, separators, rest);
}

char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    return strtok_r(s, separators, rest);
}

static char *state;

char *strtok(char *restrict s, const char *restrict separators) {
    __CPROVER_precondition(s == 0 || __CPROVER_r_ok(s, 1), "strtok string readable");
    __CPROVER_precondition(s != 0 || state != 0, "strtok has a string");
    __CPROVER_precondition(__CPROVER_r_ok(separators, 1), "strtok separators readable");
    return next_token(s ? s : state, separators, &state);
}

char *strsep(char **restrict string, const char *restrict separators) {
    __CPROVER_precondition(__CPROVER_w_ok(string, sizeof(char *)), "strsep state writable");
    __CPROVER_precondition(__CPROVER_r_ok(separators, 1), "strsep separators readable");
    char *s = *string;
    if (!s)
        return 0;
    char *end = s + strcspn(s, separators);
    if (*end != 0) {
        *end = 0;
        *string = end + 1;
    } else {
        *string = 0;
    }
    return s;
}
