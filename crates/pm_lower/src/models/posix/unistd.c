// The operating system: results are nondeterministic, arguments are checked.
typedef typeof(sizeof(0)) size_t;
typedef typeof((char *)0 - (char *)0) ssize_t;
void *malloc(size_t size);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);
void __pm_arbitrary(void *dst, size_t n);
void __pm_string(const char *s);

static int outcome(void) {
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(5);
        return -1;
    }
    return 0;
}

// A file descriptor, or -1.
static int descriptor(int usual) {
    if (!__VERIFIER_nondet_bool()) {
        __pm_fails(usual);
        return -1;
    }
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 3 : n;
}

ssize_t read(int file, void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "read region writable");
    size_t count = __VERIFIER_nondet_size_t();
    if (count > n)
        return outcome();
    __pm_arbitrary(dst, count);
    return (ssize_t)count;
}

ssize_t pread(int file, void *dst, size_t n, long offset) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "pread region writable");
    return read(file, dst, n);
}

int open(const char *name, int flags, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "open name readable");
    __pm_string(name);
    return descriptor(2);
}

int openat(int directory, const char *name, int flags, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "openat name readable");
    __pm_string(name);
    return descriptor(2);
}

int creat(const char *name, unsigned int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "creat name readable");
    __pm_string(name);
    return open(name, 0);
}

int close(int file) {
    return outcome();
}

long lseek(int file, long offset, int whence) {
    long at = __VERIFIER_nondet_long();
    if (at >= 0)
        return at;
    __pm_fails(29);
    return -1;
}

int access(const char *name, int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "access name readable");
    __pm_string(name);
    return outcome();
}

int unlink(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unlink name readable");
    __pm_string(name);
    return outcome();
}

int rmdir(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "rmdir name readable");
    __pm_string(name);
    return outcome();
}

int mkdir(const char *name, unsigned int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "mkdir name readable");
    __pm_string(name);
    return outcome();
}

int chdir(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "chdir name readable");
    __pm_string(name);
    return outcome();
}

int fsync(int file) {
    return outcome();
}

int dup(int file) {
    return descriptor(9);
}

int dup2(int file, int wanted) {
    if (outcome())
        return -1;
    if (wanted >= 0)
        return wanted;
    __pm_fails(9);
    return -1;
}

int pipe(int ends[2]) {
    __CPROVER_precondition(__CPROVER_w_ok(ends, 2 * sizeof(int)), "pipe descriptors writable");
    int from = descriptor(24), to = from < 0 ? -1 : descriptor(24);
    if (to < 0)
        return -1;
    ends[0] = from;
    ends[1] = to;
    return 0;
}

int ftruncate(int file, long length) {
    return outcome();
}

// A path of any length that fits; the GNU way to ask for new memory is known, too.
char *getcwd(char *dst, size_t size) {
    __CPROVER_precondition(dst == 0 || size == 0 || __CPROVER_w_ok(dst, size), "getcwd destination region writable");
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(34);
        return 0;
    }
    size_t n = __VERIFIER_nondet_size_t();
    if (!dst) {
        n = n < 4096 ? n : 4095;
        dst = malloc(size > n ? size : n + 1);
        if (!dst)
            return 0;
    } else if (n >= size) {
        __pm_fails(34);
        return 0;
    }
    dst[n] = 0;
    __pm_arbitrary(dst, n);
    return dst;
}

ssize_t readlink(const char *name, char *dst, size_t size) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "readlink name readable");
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, size), "readlink region writable");
    __pm_string(name);
    return read(0, dst, size);
}

int gethostname(char *dst, size_t size) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, size), "gethostname region writable");
    if (outcome())
        return -1;
    __pm_arbitrary(dst, size);
    return 0;
}

ssize_t getrandom(void *dst, size_t n, unsigned int flags) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "getrandom region writable");
    return read(0, dst, n);
}

int isatty(int file) {
    if (__VERIFIER_nondet_bool())
        return 1;
    __pm_fails(25);
    return 0;
}

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    return n <= 0 ? 1 : n;
}

// It stays the same: a program does not become another process.
static int own_number;

int getpid(void) {
    if (own_number == 0)
        own_number = positive();
    return own_number;
}

int getppid(void) {
    return positive();
}

unsigned int getuid(void) {
    return __VERIFIER_nondet_uint();
}

unsigned int geteuid(void) {
    return __VERIFIER_nondet_uint();
}

unsigned int getgid(void) {
    return __VERIFIER_nondet_uint();
}

static int page_size;

int getpagesize(void) {
    if (page_size == 0)
        page_size = 4096 << __VERIFIER_nondet_uint() % 8;
    return page_size;
}

long sysconf(int name) {
    long n = __VERIFIER_nondet_long();
    if (n >= 0)
        return n;
    // An error, or a limit that there is not.
    __pm_may_set_errno();
    return -1;
}

unsigned int sleep(unsigned int seconds) {
    return 0;
}

// A signal may have come.
unsigned int __pm_result_of_sleep(unsigned int n, unsigned int seconds) {
    unsigned int rest = __VERIFIER_nondet_uint();
    return rest <= seconds ? rest : 0;
}

int usleep(unsigned int microseconds) {
    return 0;
}

int __pm_result_of_usleep(int n) {
    return outcome();
}

unsigned int alarm(unsigned int seconds) {
    return 0;
}

// What was left of an alarm before.
unsigned int __pm_result_of_alarm(unsigned int n) {
    return __VERIFIER_nondet_uint();
}

int sched_yield(void) {
    return 0;
}
