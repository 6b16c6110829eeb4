// Output of characters and strings, made of printf. Nothing fails on the standard streams.
typedef typeof(sizeof(0)) size_t;
int printf(const char *format, ...);
int fprintf(void *stream, const char *format, ...);

// What a FILE is here: the same in every unit of stdio.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
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
    return printf("%s\n", s);
}

int fputs(const char *s, void *stream) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "fputs argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fputs stream is open");
    return fprintf(stream, "%s", s);
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
