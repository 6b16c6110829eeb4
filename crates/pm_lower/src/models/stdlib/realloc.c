// realloc moves the object, so that every use of the old pointer is found; where the program looks at addresses it may also stay where
// it was. Size 0 frees, as in glibc, unless malloc may fail: then it may also make an object without bytes, or fail (C11 7.22.3.5, 7.22.3).
typedef typeof(sizeof(0)) size_t;
void *malloc(size_t size);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __pm_set_errno(int code);

// The object is gone before the new one is made, which may have its address.
static void *resize_in_place(void *p, size_t old, size_t size) {
    size_t kept = old < size ? old : size;
    void *contents = malloc(kept);
    if (!contents || size > (size_t)-1 / 2) {
        __pm_set_errno(12);
        if (contents)
            __pm_free(contents);
        return 0;
    }
    __pm_copy(contents, p, kept);
    __pm_free(p);
    void *q = __pm_alloc(size, 0);
    __pm_copy(q, contents, kept);
    __pm_free(contents);
    return q;
}

static void *resize(void *p, size_t size) {
    if (!p)
        return malloc(size);
    if (size == 0) {
        int other = __pm_malloc_may_fail() ? __VERIFIER_nondet_int() : 0;
        if (other == 1) {
            __pm_set_errno(12);
            return 0;
        }
        __pm_free(p);
        if (other == 2)
            return __pm_alloc((size_t)0, 0);
        return 0;
    }
    size_t old = __CPROVER_OBJECT_SIZE(p);
    if (__pm_addresses_are_seen() && __VERIFIER_nondet_bool())
        return size <= old ? p : resize_in_place(p, old, size);
    void *q = malloc(size);
    if (!q)
        return 0;
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
        __pm_set_errno(12);
        return 0;
    }
    return resize(p, total);
}
