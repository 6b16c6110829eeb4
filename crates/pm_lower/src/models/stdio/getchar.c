// Input of characters and strings is nondeterministic: first whether there is one, then its value.
typedef typeof(sizeof(0)) size_t;
extern void *stdin;
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);
void __pm_arbitrary(void *dst, size_t n);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

// The next character, -1 at the end of the file, -2 after an error. Once seen, the end stays (C11 7.21.7.1p2).
static int take(struct file *f) {
    if (f->pushed) {
        int c = f->pushed - 1;
        f->pushed = 0;
        return c;
    }
    if (f->eof)
        return -1;
    if (__VERIFIER_nondet_bool())
        return __VERIFIER_nondet_uchar();
    if (__VERIFIER_nondet_bool()) {
        f->error = 1;
        __pm_fails(5);
        return -2;
    }
    f->eof = 1;
    return -1;
}

static int next(struct file *f) {
    __pm_may_set_errno();
    int c = take(f);
    return c < 0 ? -1 : c;
}

int getchar(void) {
    return next(stdin);
}

int getchar_unlocked(void) {
    return next(stdin);
}

int getc_unlocked(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "getc_unlocked stream is open");
    return next(stream);
}

int fgetc(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fgetc stream is open");
    return next(stream);
}

int getc(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "getc stream is open");
    return next(stream);
}

int _IO_getc(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "getc stream is open");
    return next(stream);
}

int ungetc(int c, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "ungetc stream is open");
    struct file *f = stream;
    // Only one is promised (C11 7.21.7.10p3); what an earlier one was is then not known.
    if (c == -1 || (f->pushed && !__VERIFIER_nondet_bool()))
        return -1;
    f->pushed = (unsigned char)c + 1;
    f->eof = 0;
    return (unsigned char)c;
}

char *fgets(char *dst, int size, void *stream) {
    __CPROVER_precondition(size > 0, "fgets size positive");
    __CPROVER_precondition(size <= 0 || __CPROVER_w_ok(dst, size), "fgets destination region writable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fgets stream is open");
    int i = 0, c = 0;
    // Also where it succeeds (C11 7.5p3).
    __pm_may_set_errno();
    while (i < size - 1) {
        c = take(stream);
        if (c < 0)
            break;
        dst[i++] = (char)c;
        if (c == '\n')
            break;
    }
    if (c == -2) {
        // The contents are indeterminate (C11 7.21.7.2p3).
        __pm_arbitrary(dst, size);
        return 0;
    }
    if (i == 0 && size > 1)
        return 0;
    dst[i] = 0;
    return dst;
}

// The line may be of any length: a destination of any size can be too small, which is why C11 removed this function.
char *gets(char *dst) {
    __CPROVER_precondition(__CPROVER_w_ok(dst, 1), "gets destination writable");
    size_t i = 0;
    for (;; i++) {
        int c = take(stdin);
        if (c == -2)
            return 0;
        if (c == -1 || c == '\n') {
            if (i == 0 && c == -1)
                return 0;
            break;
        }
        dst[i] = (char)c;
    }
    dst[i] = 0;
    return dst;
}

static size_t part_of(size_t n) {
    size_t k = __VERIFIER_nondet_size_t();
    return k < n ? k : 0;
}

size_t fread(void *dst, size_t size, size_t count, void *stream) {
    __CPROVER_precondition(size == 0 || count <= (size_t)-1 / size, "fread size representable");
    __CPROVER_precondition(size == 0 || count == 0 || __CPROVER_w_ok(dst, size * count), "fread region writable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fread stream is open");
    struct file *f = stream;
    __pm_may_set_errno();
    if (size == 0 || count == 0 || (f->eof && !f->pushed))
        return 0;
    size_t n = __VERIFIER_nondet_size_t();
    if (n >= count)
        n = count;
    // The last item may have come in part: what it holds is not known.
    size_t got = n < count ? n * size + part_of(size) : n * size;
    int pushed = f->pushed;
    f->pushed = 0;
    if (pushed && got == 0)
        got = 1;
    n = got / size;
    if (n < count && __VERIFIER_nondet_bool()) {
        f->error = 1;
        __pm_fails(5);
    } else if (n < count) {
        f->eof = 1;
    }
    __pm_arbitrary(dst, got);
    if (pushed)
        *(unsigned char *)dst = (unsigned char)(pushed - 1);
    return n;
}
