// Files: an open one is a heap object, so that a lost or closed stream is found like lost or freed memory.
typedef typeof(sizeof(0)) size_t;
extern void *stdin, *stdout, *stderr;
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __pm_fails(int usual);
void __pm_string(const char *s);
void __pm_may_set_errno(void);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    int number; // its descriptor where somebody asked, else 0
    char rest[sizeof(long) == 8 ? 200 : 132];
};

// Where a stream is in its heap object: not at the start, so that free does not take it, and pipes elsewhere than files.
enum {
    FILE_AT = 16,
    PIPE_AT = 32
};

// A reason of __pm_gap.
enum {
    CLOSES_ALL = 5
};

static void *open_stream(size_t at) {
    if (!__VERIFIER_nondet_bool()) {
        __pm_fails(2);
        return 0;
    }
    __pm_may_set_errno();
    return (char *)__pm_alloc(at + sizeof(struct file), 1) + at;
}

// Also where it succeeds errno may be set (C11 7.5p3).
static int outcome(void) {
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(5);
        return -1;
    }
    __pm_may_set_errno();
    return 0;
}

// Standard streams stay.
static void close_stream(void *stream) {
    if (stream != stdin && stream != stdout && stream != stderr)
        __pm_free((char *)stream - __CPROVER_POINTER_OFFSET(stream));
}

void *fopen(const char *name, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "fopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fopen mode readable");
    __pm_string(name);
    __pm_string(mode);
    return open_stream(FILE_AT);
}

void *fopen64(const char *name, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "fopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fopen mode readable");
    __pm_string(name);
    __pm_string(mode);
    return open_stream(FILE_AT);
}

void *fdopen(int descriptor, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fdopen mode readable");
    __pm_string(mode);
    struct file *f = open_stream(FILE_AT);
    if (f && descriptor > 2)
        f->number = descriptor;
    return f;
}

void *tmpfile(void) {
    return open_stream(FILE_AT);
}

void *popen(const char *command, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(command, 1), "popen command readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "popen mode readable");
    __pm_string(command);
    __pm_string(mode);
    return open_stream(PIPE_AT);
}

void *freopen(const char *name, const char *mode, void *stream) {
    __CPROVER_precondition(name == 0 || __CPROVER_r_ok(name, 1), "freopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "freopen mode readable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "freopen stream is open");
    if (name)
        __pm_string(name);
    __pm_string(mode);
    ((struct file *)stream)->eof = 0;
    ((struct file *)stream)->error = 0;
    ((struct file *)stream)->pushed = 0;
    ((struct file *)stream)->number = 0;
    if (!__VERIFIER_nondet_bool())
        return stream;
    // The old file is closed in any case (C11 7.21.5.4p4), and the stream with it.
    __pm_fails(2);
    close_stream(stream);
    return 0;
}

// It is not known which streams are open.
int fcloseall(void) {
    __pm_gap(CLOSES_ALL);
    return 0;
}

int fclose(void *stream) {
    __CPROVER_precondition(stream != 0 && (stream == stdin || stream == stdout || stream == stderr || ((__CPROVER_POINTER_OFFSET(stream) == FILE_AT || __CPROVER_POINTER_OFFSET(stream) == PIPE_AT) && __CPROVER_OBJECT_SIZE(stream) == __CPROVER_POINTER_OFFSET(stream) + sizeof(struct file) && __pm_free_ok((char *)stream - __CPROVER_POINTER_OFFSET(stream)))), "fclose stream is open");
    close_stream(stream);
    return outcome();
}

int pclose(void *stream) {
    __CPROVER_precondition(stream != 0 && (__CPROVER_POINTER_OFFSET(stream) == PIPE_AT) && __CPROVER_OBJECT_SIZE(stream) == __CPROVER_POINTER_OFFSET(stream) + sizeof(struct file) && __pm_free_ok((char *)stream - __CPROVER_POINTER_OFFSET(stream)), "pclose stream is open");
    close_stream(stream);
    return outcome();
}

int fflush(void *stream) {
    __CPROVER_precondition(stream == 0 || __CPROVER_w_ok(stream, sizeof(struct file)), "fflush stream is open");
    return 0;
}

int __pm_result_of_fflush(int n) {
    return outcome();
}

int feof(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "feof stream is open");
    return ((struct file *)stream)->eof;
}

int ferror(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "ferror stream is open");
    struct file *f = stream;
    // Output may have failed when nobody looked.
    if (!f->error)
        f->error = __VERIFIER_nondet_bool();
    return f->error;
}

void clearerr(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "clearerr stream is open");
    ((struct file *)stream)->eof = 0;
    ((struct file *)stream)->error = 0;
}

int fileno(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fileno stream is open");
    struct file *f = stream;
    if (stream == stdin || stream == stdout || stream == stderr)
        return stream == stdin ? 0 : stream == stdout ? 1 : 2;
    if (f->number == 0) {
        int n = __VERIFIER_nondet_int();
        f->number = n < 3 ? 3 : n;
    }
    return f->number;
}

// Only where it succeeds the end of the file is forgotten.
static int reposition(struct file *f) {
    if (outcome())
        return -1;
    f->eof = 0;
    f->pushed = 0;
    return 0;
}

int fseek(void *stream, long offset, int whence) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fseek stream is open");
    return reposition(stream);
}

int fseeko(void *stream, long offset, int whence) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fseeko stream is open");
    return reposition(stream);
}

long ftell(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "ftell stream is open");
    long at = __VERIFIER_nondet_long();
    if (at >= 0)
        return at;
    __pm_fails(29);
    return -1;
}

long ftello(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "ftello stream is open");
    long at = __VERIFIER_nondet_long();
    if (at >= 0)
        return at;
    __pm_fails(29);
    return -1;
}

void rewind(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "rewind stream is open");
    ((struct file *)stream)->eof = 0;
    ((struct file *)stream)->error = 0;
    ((struct file *)stream)->pushed = 0;
    // It may fail, which nothing else tells.
    __pm_may_set_errno();
}

// BUFSIZ of glibc, or of newlib where `long double` is `double`; _IONBF of both.
enum {
    BUFFER_SIZE = sizeof(long double) > sizeof(double) ? 8192 : 1024,
    UNBUFFERED = 2
};

void setbuf(void *stream, char *buffer) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setbuf stream is open");
    __CPROVER_precondition(buffer == 0 || __CPROVER_w_ok(buffer, BUFFER_SIZE), "setbuf buffer writable");
}

void setlinebuf(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setlinebuf stream is open");
}

int setvbuf(void *stream, char *buffer, int mode, size_t size) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setvbuf stream is open");
    __CPROVER_precondition(buffer == 0 || mode == UNBUFFERED || __CPROVER_w_ok(buffer, size), "setvbuf buffer writable");
    return 0;
}

int remove(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "remove name readable");
    __pm_string(name);
    return outcome();
}

int rename(const char *from, const char *to) {
    __CPROVER_precondition(__CPROVER_r_ok(from, 1), "rename old name readable");
    __CPROVER_precondition(__CPROVER_r_ok(to, 1), "rename new name readable");
    __pm_string(from);
    __pm_string(to);
    return outcome();
}

int __pm_result_of_setvbuf(int n) {
    return outcome();
}

static int not_zero(int n) {
    int r = __VERIFIER_nondet_int();
    return n == 0 || r == 0 ? n : r;
}

int __pm_value_of_feof(int n) {
    return not_zero(n);
}

int __pm_value_of_ferror(int n) {
    return not_zero(n);
}

void flockfile(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "flockfile stream is open");
}

void funlockfile(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "funlockfile stream is open");
}
