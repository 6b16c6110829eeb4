// malloc, calloc, free. An object larger than PTRDIFF_MAX does not exist: such a request always fails, as in glibc.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
void __pm_set_errno(int code);

static void *allocate(size_t size, int zeroed) {
    if (size > (size_t)-1 / 2 || (__pm_malloc_may_fail() && __VERIFIER_nondet_bool())) {
        __pm_set_errno(12);
        return 0;
    }
    return __pm_alloc(size, zeroed);
}

void *malloc(size_t size) {
    return allocate(size, 0);
}

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        __pm_set_errno(12);
        return 0;
    }
    return allocate(total, 1);
}

void free(void *p) {
    __CPROVER_precondition(__pm_free_ok(p), "free argument is null or the start of a live heap object");
    if (p)
        __pm_free(p);
}

void cfree(void *p) {
    __CPROVER_precondition(__pm_free_ok(p), "cfree argument is null or the start of a live heap object");
    if (p)
        __pm_free(p);
}
