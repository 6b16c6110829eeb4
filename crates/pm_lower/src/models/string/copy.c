// Copying and filling of memory. A size of 0 asks nothing of the pointers. Where accesses that are not valid are overlooked, each byte is an access of its
// own: what is beyond the destination is not written, and what is read beyond the source is any byte.
typedef typeof(sizeof(0)) size_t;

// How many of n bytes are there.
static size_t room(const void *p, size_t n) {
    if (!__CPROVER_r_ok(p, 1))
        return 0;
    size_t left = __CPROVER_OBJECT_SIZE(p) - __CPROVER_POINTER_OFFSET(p);
    return n < left ? n : left;
}

static void copy_there(void *dst, const void *src, size_t n) {
    size_t written = room(dst, n), known = room(src, written);
    __pm_copy(dst, src, known);
    if (known < written)
        __pm_havoc((char *)dst + known, written - known);
}

static void fill_there(void *dst, int byte, size_t n) {
    __pm_fill(dst, byte, room(dst, n));
}

void *memcpy(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(src, n), "memcpy source region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "memcpy destination region writable");
    __CPROVER_precondition(n == 0 || !__CPROVER_same_object(dst, src) || (const char *)src + n <= (const char *)dst || (char *)dst + n <= (char *)src, "memcpy regions do not overlap");
    __pm_overlooks_accesses() ? copy_there(dst, src, n) : __pm_copy(dst, src, n);
    return dst;
}

void *mempcpy(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(src, n), "mempcpy source region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "mempcpy destination region writable");
    __CPROVER_precondition(n == 0 || !__CPROVER_same_object(dst, src) || (const char *)src + n <= (const char *)dst || (char *)dst + n <= (char *)src, "mempcpy regions do not overlap");
    __pm_overlooks_accesses() ? copy_there(dst, src, n) : __pm_copy(dst, src, n);
    return (char *)dst + n;
}

void *memmove(void *dst, const void *src, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(src, n), "memmove source region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "memmove destination region writable");
    __pm_overlooks_accesses() ? copy_there(dst, src, n) : __pm_copy(dst, src, n);
    return dst;
}

void bcopy(const void *src, void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_r_ok(src, n), "bcopy source region readable");
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "bcopy destination region writable");
    __pm_overlooks_accesses() ? copy_there(dst, src, n) : __pm_copy(dst, src, n);
}

void *memset(void *dst, int byte, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "memset destination region writable");
    __pm_overlooks_accesses() ? fill_there(dst, byte, n) : __pm_fill(dst, byte, n);
    return dst;
}

void bzero(void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "bzero destination region writable");
    __pm_overlooks_accesses() ? fill_there(dst, 0, n) : __pm_fill(dst, 0, n);
}

void explicit_bzero(void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __pm_overlooks_accesses() || __CPROVER_w_ok(dst, n), "explicit_bzero destination region writable");
    __pm_overlooks_accesses() ? fill_there(dst, 0, n) : __pm_fill(dst, 0, n);
}
