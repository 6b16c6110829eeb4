// Messages: their text is not modelled, one stands for all.
typedef typeof(sizeof(0)) size_t;

static char message[] = "error";

char *strerror(int code) {
    return code == 0 ? "Success" : message;
}

char *strsignal(int signal) {
    return message;
}

size_t strxfrm(char *restrict dst, const char *restrict src, size_t n) {
    __CPROVER_precondition(__CPROVER_r_ok(src, 1), "strxfrm source readable");
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, 1), "strxfrm destination writable");
    size_t i = 0;
    for (; src[i] != 0; i++)
        if (i < n)
            dst[i] = src[i];
    if (i < n)
        dst[i] = 0;
    return i;
}
