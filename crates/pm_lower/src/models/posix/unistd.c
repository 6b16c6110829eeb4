// The operating system: results are nondeterministic, arguments are checked.
typedef typeof(sizeof(0)) size_t;
typedef typeof((char *)0 - (char *)0) ssize_t;
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);
int *__errno_location(void);

static int outcome(void) {
    if (__VERIFIER_nondet_bool()) {
        *__errno_location() = 5;
        return -1;
    }
    return 0;
}

ssize_t read(int descriptor, void *dst, size_t n) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "read region writable");
    size_t count = __VERIFIER_nondet_size_t();
    if (count > n)
        return outcome();
    unsigned char *p = dst;
    for (size_t i = 0; i < count; i++)
        p[i] = __VERIFIER_nondet_uchar();
    return (ssize_t)count;
}

ssize_t pread(int descriptor, void *dst, size_t n, long offset) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "pread region writable");
    return read(descriptor, dst, n);
}

int open(const char *name, int flags, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "open name readable");
    int n = __VERIFIER_nondet_int();
    if (n < 3) {
        *__errno_location() = 2;
        return -1;
    }
    return n;
}

int creat(const char *name, unsigned int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "creat name readable");
    return open(name, 0);
}

int close(int descriptor) {
    return outcome();
}

long lseek(int descriptor, long offset, int whence) {
    long at = __VERIFIER_nondet_long();
    return at < 0 ? -1 : at;
}

int access(const char *name, int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "access name readable");
    return outcome();
}

int unlink(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unlink name readable");
    return outcome();
}

int rmdir(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "rmdir name readable");
    return outcome();
}

int mkdir(const char *name, unsigned int mode) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "mkdir name readable");
    return outcome();
}

int chdir(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "chdir name readable");
    return outcome();
}

int fsync(int descriptor) {
    return outcome();
}

int dup(int descriptor) {
    int n = __VERIFIER_nondet_int();
    return n < 0 ? -1 : n;
}

int isatty(int descriptor) {
    return __VERIFIER_nondet_bool();
}

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    return n <= 0 ? 1 : n;
}

int getpid(void) {
    return positive();
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

int getpagesize(void) {
    return 4096;
}

long sysconf(int name) {
    long n = __VERIFIER_nondet_long();
    return n < -1 ? -1 : n;
}

unsigned int sleep(unsigned int seconds) {
    return 0;
}

int usleep(unsigned int microseconds) {
    return 0;
}

unsigned int alarm(unsigned int seconds) {
    return 0;
}

int sched_yield(void) {
    return 0;
}
