// Output of characters and strings, made of printf. It may fail, which is chosen only where somebody looks at the result.
typedef typeof(sizeof(0)) size_t;
int printf(const char *format, ...);
int fprintf(void *stream, const char *format, ...);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

int putchar(int c) {
    printf("%c", c);
    return (unsigned char)c;
}

int putchar_unlocked(int c) {
    printf("%c", c);
    return (unsigned char)c;
}

int puts(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "puts argument readable");
    printf("%s\n", s);
    return 1;
}

int fputs(const char *s, void *stream) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "fputs argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fputs stream is open");
    fprintf(stream, "%s", s);
    return 1;
}

int fputc(int c, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fputc stream is open");
    fprintf(stream, "%c", c);
    return (unsigned char)c;
}

int putc(int c, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "putc stream is open");
    fprintf(stream, "%c", c);
    return (unsigned char)c;
}

// The names that old headers of glibc and macros of newlib use.
int _IO_putc(int c, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "putc stream is open");
    fprintf(stream, "%c", c);
    return (unsigned char)c;
}

size_t fwrite(const void *items, size_t size, size_t count, void *stream) {
    __CPROVER_precondition(size == 0 || count <= (size_t)-1 / size, "fwrite size representable");
    __CPROVER_precondition(size == 0 || count == 0 || __CPROVER_r_ok(items, size * count), "fwrite region readable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fwrite stream is open");
    const unsigned char *p = items;
    for (size_t i = 0; i < size * count; i++)
        fprintf(stream, "%c", p[i]);
    return size == 0 ? 0 : count;
}

static int or_eof(int n) {
    if (!__VERIFIER_nondet_bool())
        return n;
    __pm_fails(5);
    return -1;
}

// Any number that is not negative, or EOF.
static int any_success(int n) {
    int r = __VERIFIER_nondet_int();
    return r == 0 ? n : r > 0 ? r : or_eof(0);
}

int __pm_result_of_puts(int n) {
    return any_success(n);
}

int __pm_result_of_fputs(int n) {
    return any_success(n);
}

int __pm_result_of_putchar(int n) {
    return or_eof(n);
}

int __pm_result_of_putchar_unlocked(int n) {
    return or_eof(n);
}

int __pm_result_of_fputc(int n) {
    return or_eof(n);
}

int __pm_result_of_putc(int n) {
    return or_eof(n);
}

int __pm_result_of__IO_putc(int n) {
    return or_eof(n);
}

size_t __pm_result_of_fwrite(size_t n) {
    size_t lost = __VERIFIER_nondet_size_t();
    if (lost == 0)
        return n;
    __pm_fails(5);
    return lost > n ? 0 : n - lost;
}
