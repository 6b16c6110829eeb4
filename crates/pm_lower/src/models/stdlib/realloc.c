// realloc always moves the object, so that every use of the old pointer is found. Size 0 frees, as in glibc.
typedef typeof(sizeof(0)) size_t;
void *malloc(size_t size);
int *__errno_location(void);

static void *resize(void *p, size_t size) {
    if (!p)
        return malloc(size);
    if (size == 0) {
        __pm_free(p);
        return 0;
    }
    void *q = malloc(size);
    if (!q)
        return 0;
    size_t old = __CPROVER_OBJECT_SIZE(p);
    __pm_copy(q, p, old < size ? old : size);
    __pm_free(p);
    return q;
}

void *realloc(void *p, size_t size) {
    __CPROVER_precondition(__pm_free_ok(p), "realloc argument is null or the start of a live heap object");
    return resize(p, size);
}

void *reallocarray(void *p, size_t count, size_t size) {
    __CPROVER_precondition(__pm_free_ok(p), "reallocarray argument is null or the start of a live heap object");
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        *__errno_location() = 12;
        return 0;
    }
    return resize(p, total);
}
