// Copying and joining of strings.
typedef typeof(sizeof(0)) size_t;
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);

// What is written has room, and is no part of what is read.
static void check(char *dst, size_t written, const char *src, size_t read) {
    __CPROVER_assert(written == 0 || __CPROVER_w_ok(dst, written), "destination has room for the string");
    __CPROVER_assert(written == 0 || read == 0 || !__CPROVER_same_object(dst, src) || src + read <= dst || dst + written <= src, "strings do not overlap");
}

// Copies n bytes of a string whose length is known to be good.
static void copy(char *dst, const char *src, size_t n) {
    check(dst, n, src, n);
    __pm_copy(dst, src, n);
}

// The bytes of a string of that length, at most max, that are read: its end is one of them.
static size_t read_of(size_t length, size_t max) {
    return length < max ? length + 1 : max;
}

char *strcpy(char *restrict dst, const char *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strcpy source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "strcpy destination writable");
    copy(dst, src, strlen(src) + 1);
    return dst;
}

char *stpcpy(char *restrict dst, const char *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "stpcpy source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "stpcpy destination writable");
    size_t n = strlen(src);
    copy(dst, src, n + 1);
    return dst + n;
}

char *strncpy(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, 1), "strncpy source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "strncpy destination region writable");
    size_t length = strnlen(src, n);
    check(dst, n, src, read_of(length, n));
    __pm_copy(dst, src, length);
    __pm_fill(dst + length, 0, n - length);
    return dst;
}

char *stpncpy(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, 1), "stpncpy source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "stpncpy destination region writable");
    size_t length = strnlen(src, n);
    check(dst, n, src, read_of(length, n));
    __pm_copy(dst, src, length);
    __pm_fill(dst + length, 0, n - length);
    return dst + length;
}

char *strcat(char *restrict dst, const char *restrict src) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strcat source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "strcat destination writable");
    size_t end = strlen(dst);
    copy(dst + end, src, strlen(src) + 1);
    return dst;
}

char *strncat(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, 1), "strncat source readable");
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "strncat destination writable");
    size_t end = strlen(dst);
    size_t length = strnlen(src, n);
    check(dst + end, length + 1, src, read_of(length, n));
    __pm_copy(dst + end, src, length);
    dst[end + length] = 0;
    return dst;
}

size_t strlcpy(char *restrict dst, const char *restrict src, size_t size) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strlcpy source readable");
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, 1), "strlcpy destination writable");
    size_t length = strlen(src);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        check(dst, n + 1, src, length + 1);
        __pm_copy(dst, src, n);
        dst[n] = 0;
    }
    return length;
}

size_t strlcat(char *restrict dst, const char *restrict src, size_t size) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strlcat source readable");
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, 1), "strlcat destination writable");
    size_t end = strnlen(dst, size);
    size_t length = strlen(src);
    if (end < size) {
        size_t room = size - end - 1;
        size_t n = length < room ? length : room;
        check(dst + end, n + 1, src, length + 1);
        __pm_copy(dst + end, src, n);
        dst[end + n] = 0;
    }
    return end + length;
}
