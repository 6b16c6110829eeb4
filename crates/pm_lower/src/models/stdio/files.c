// Files: an open one is a heap object, so that a lost or closed stream is found like lost or freed memory.
typedef typeof(sizeof(0)) size_t;
extern void *stdin, *stdout, *stderr;
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    int number; // its descriptor where somebody asked, else 0
    char rest[sizeof(long) == 8 ? 200 : 132];
};

static void *open_file(void) {
    if (!__VERIFIER_nondet_bool()) {
        __pm_fails(2);
        return 0;
    }
    __pm_may_set_errno();
    return __pm_alloc(sizeof(struct file), 1);
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

static int close_file(void *stream) {
    if (stream != stdin && stream != stdout && stream != stderr)
        __pm_free(stream);
    return outcome();
}

void *fopen(const char *name, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "fopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fopen mode readable");
    return open_file();
}

void *fopen64(const char *name, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "fopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fopen mode readable");
    return open_file();
}

void *fdopen(int descriptor, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "fdopen mode readable");
    struct file *f = open_file();
    if (f && descriptor > 2)
        f->number = descriptor;
    return f;
}

void *tmpfile(void) {
    return open_file();
}

void *popen(const char *command, const char *mode) {
    __CPROVER_precondition(__CPROVER_r_ok(command, 1), "popen command readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "popen mode readable");
    return open_file();
}

void *freopen(const char *name, const char *mode, void *stream) {
    __CPROVER_precondition(name == 0 || __CPROVER_r_ok(name, 1), "freopen name readable");
    __CPROVER_precondition(__CPROVER_r_ok(mode, 1), "freopen mode readable");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "freopen stream is open");
    ((struct file *)stream)->eof = 0;
    ((struct file *)stream)->error = 0;
    ((struct file *)stream)->pushed = 0;
    ((struct file *)stream)->number = 0;
    if (!__VERIFIER_nondet_bool())
        return stream;
    __pm_fails(2);
    return 0;
}

int fclose(void *stream) {
    __CPROVER_precondition(stream != 0 && (stream == stdin || stream == stdout || stream == stderr || __pm_free_ok(stream)), "fclose stream is open");
    return close_file(stream);
}

int pclose(void *stream) {
    __CPROVER_precondition(stream != 0 && __pm_free_ok(stream), "pclose stream is open");
    return close_file(stream);
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

void setbuf(void *stream, char *buffer) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setbuf stream is open");
}

void setlinebuf(void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setlinebuf stream is open");
}

int setvbuf(void *stream, char *buffer, int mode, size_t size) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "setvbuf stream is open");
    return 0;
}

int remove(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "remove name readable");
    return outcome();
}

int rename(const char *from, const char *to) {
    __CPROVER_precondition(__CPROVER_r_ok(from, 1), "rename old name readable");
    __CPROVER_precondition(__CPROVER_r_ok(to, 1), "rename new name readable");
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
