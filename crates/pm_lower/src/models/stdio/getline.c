// Lines of any length in memory that grows.
typedef typeof(sizeof(0)) size_t;
typedef typeof((char *)0 - (char *)0) ssize_t;
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
size_t __VERIFIER_nondet_size_t(void);
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void __pm_fails(int usual);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

// Room for n bytes, or for more; the old contents need not stay. A buffer that is there may be made larger, at the same place or another one.
static int make_room(char **line, size_t *size, size_t n) {
    if (*line != 0 && *size >= n)
        return 1;
    size_t more = __VERIFIER_nondet_size_t();
    if (more > 65536)
        more = 0;
    char *room = __pm_addresses_are_seen() ? realloc(*line, n + more) : malloc(n + more);
    if (!room)
        return 0;
    if (!__pm_addresses_are_seen())
        free(*line);
    *line = room;
    *size = n + more;
    return 1;
}

// Nothing was read: the end of the file, or an error. The buffer may have been made all the same.
static ssize_t nothing(char **line, size_t *size, struct file *f) {
    if (__VERIFIER_nondet_bool())
        make_room(line, size, 120);
    if (!f->eof && __VERIFIER_nondet_bool())
        f->error = 1;
    else
        f->eof = 1;
    __pm_fails(5);
    return -1;
}

ssize_t getdelim(char **line, size_t *size, int delimiter, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(line, sizeof(char *)), "getdelim line writable");
    __CPROVER_precondition(__CPROVER_w_ok(size, sizeof(size_t)), "getdelim size writable");
    __CPROVER_precondition(*line == 0 || *size == 0 || __CPROVER_w_ok(*line, *size), "getdelim line of this size");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "getdelim stream is open");
    struct file *f = stream;
    int pushed = f->pushed;
    f->pushed = 0;
    if (f->eof && !pushed)
        return nothing(line, size, f);
    size_t length = __VERIFIER_nondet_size_t();
    if (length == 0 || length > ~(size_t)0 / 2 - 65537) {
        if (!pushed)
            return nothing(line, size, f);
        length = 1;
    }
    if (pushed && (char)(pushed - 1) == (char)delimiter)
        length = 1;
    if (!make_room(line, size, length + 1)) {
        f->error = 1;
        __pm_fails(12);
        return -1;
    }
    char *p = *line;
    for (size_t i = 0; i < length; i++) {
        p[i] = (char)__VERIFIER_nondet_uchar();
        if (i == 0 && pushed)
            p[i] = (char)(pushed - 1);
        if (i + 1 < length && p[i] == (char)delimiter)
            p[i] = (char)(delimiter ^ 1);
    }
    p[length] = 0;
    // Only the end of the file ends a line without its delimiter.
    if (p[length - 1] != (char)delimiter)
        f->eof = 1;
    return (ssize_t)length;
}

ssize_t getline(char **line, size_t *size, void *stream) {
    __CPROVER_precondition(__CPROVER_w_ok(line, sizeof(char *)), "getline line writable");
    __CPROVER_precondition(__CPROVER_w_ok(size, sizeof(size_t)), "getline size writable");
    __CPROVER_precondition(*line == 0 || *size == 0 || __CPROVER_w_ok(*line, *size), "getline line of this size");
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "getline stream is open");
    return getdelim(line, size, '\n', stream);
}
