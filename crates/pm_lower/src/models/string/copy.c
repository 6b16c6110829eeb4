// Copying and filling of memory. A size of 0 asks nothing of the pointers.
typedef typeof(sizeof(0)) size_t;

void *memcpy(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "memcpy source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "memcpy destination region writable");
    __CPROVER_precondition(n == 0 || !__CPROVER_same_object(dst, src) || (const char *)src + n <= (const char *)dst || (char *)dst + n <= (char *)src, "memcpy regions do not overlap");
    __pm_copy(dst, src, n);
    return dst;
}

void *mempcpy(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "mempcpy source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "mempcpy destination region writable");
    __CPROVER_precondition(n == 0 || !__CPROVER_same_object(dst, src) || (const char *)src + n <= (const char *)dst || (char *)dst + n <= (char *)src, "mempcpy regions do not overlap");
    __pm_copy(dst, src, n);
    return (char *)dst + n;
}

void *memmove(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "memmove source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "memmove destination region writable");
    __pm_copy(dst, src, n);
    return dst;
}

void bcopy(const void *src, void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "bcopy source region readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "bcopy destination region writable");
    __pm_copy(dst, src, n);
}

void *memset(void *dst, int byte, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "memset destination region writable");
    __pm_fill(dst, byte, n);
    return dst;
}

void bzero(void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "bzero destination region writable");
    __pm_fill(dst, 0, n);
}

void explicit_bzero(void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "explicit_bzero destination region writable");
    __pm_fill(dst, 0, n);
}
