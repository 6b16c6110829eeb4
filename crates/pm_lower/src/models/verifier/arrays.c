// What CBMC's operations on whole arrays do. A size of (size_t)-1 stands for all that lies behind the pointer in its object.
typedef typeof(sizeof(0)) size_t;

static size_t bytes(const void *p, size_t n) {
    return n + 1 ? n : __CPROVER_OBJECT_SIZE(p) - __CPROVER_POINTER_OFFSET(p);
}

// What the source does not cover becomes arbitrary.
void __pm_array_copy(void *dst, size_t n, const void *src, size_t m) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, n + 1 ? n : 1), "array_copy destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(src, m + 1 ? m : 1), "array_copy source readable");
    n = bytes(dst, n);
    m = bytes(src, m);
    if (m < n) {
        __pm_copy(dst, src, m);
        __CPROVER_havoc_slice((char *)dst + m, n - m);
    } else {
        __pm_copy(dst, src, n);
    }
}

// What the source does not cover stays.
void __pm_array_replace(void *dst, size_t n, const void *src, size_t m) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, n + 1 ? n : 1), "array_replace destination writable");
    __CPROVER_precondition(__CPROVER_r_ok(src, m + 1 ? m : 1), "array_replace source readable");
    n = bytes(dst, n);
    m = bytes(src, m);
    __pm_copy(dst, src, m < n ? m : n);
}

void __pm_array_set(void *dst, size_t n, const void *value, size_t size) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, n + 1 ? n : 1), "array_set destination writable");
    n = bytes(dst, n) / size;
    for (size_t i = 0; i < n; i++)
        __pm_copy((char *)dst + i * size, value, size);
}

_Bool __pm_array_equal(const void *a, size_t n, const void *b, size_t m) {
    __CPROVER_precondition(__CPROVER_r_ok(a, n + 1 ? n : 1), "array_equal first array readable");
    __CPROVER_precondition(__CPROVER_r_ok(b, m + 1 ? m : 1), "array_equal second array readable");
    n = bytes(a, n);
    m = bytes(b, m);
    if (n != m)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (((const unsigned char *)a)[i] != ((const unsigned char *)b)[i])
            return 0;
    return 1;
}
