// Copies of strings on the heap.
typedef typeof(sizeof(0)) size_t;
void *malloc(size_t size);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);

static char *duplicate(const char *s, size_t n) {
    char *p = malloc(n + 1);
    if (!p)
        return 0;
    // First, as a check of all of it: the program may have its own malloc.
    p[n] = 0;
    __pm_copy(p, s, n);
    return p;
}

char *strdup(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strdup argument readable");
    return duplicate(s, strlen(s));
}

char *strndup(const char *s, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(s, 1), "strndup argument readable");
    return duplicate(s, strnlen(s, n));
}

char *__strdup(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strdup argument readable");
    return duplicate(s, strlen(s));
}
