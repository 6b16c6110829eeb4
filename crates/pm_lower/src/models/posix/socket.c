// Sockets and waiting for them: who is at the other end may send anything, at any time, and go away.
typedef typeof(sizeof(0)) size_t;
typedef typeof((char *)0 - (char *)0) ssize_t;
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);
void __pm_arbitrary(void *dst, size_t n);
void __pm_string(const char *s);

static int outcome(int usual) {
    if (!__VERIFIER_nondet_bool())
        return 0;
    __pm_fails(usual);
    return -1;
}

static int descriptor(void) {
    if (!__VERIFIER_nondet_bool()) {
        __pm_fails(24);
        return -1;
    }
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 3 : n;
}

// An address that the system writes down; its length is what it would need.
static void fill_address(void *address, unsigned int *length) {
    unsigned int room = *length, n = __VERIFIER_nondet_uint() % 129;
    __pm_arbitrary(address, n < room ? n : room);
    *length = n;
}

static ssize_t receive(void *dst, size_t n) {
    size_t count = __VERIFIER_nondet_size_t();
    if (count > n)
        return outcome(104);
    __pm_arbitrary(dst, count);
    return (ssize_t)count;
}

static ssize_t transmit(size_t n) {
    if (outcome(104))
        return -1;
    size_t lost = __VERIFIER_nondet_size_t();
    return (ssize_t)(lost > n ? 0 : n - lost);
}

int socket(int domain, int type, int protocol) {
    return descriptor();
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
    __CPROVER_precondition(__CPROVER_w_ok(ends, 2 * sizeof(int)), "socketpair descriptors writable");
    int first = descriptor(), second = first < 0 ? -1 : descriptor();
    if (second < 0)
        return -1;
    ends[0] = first;
    ends[1] = second;
    return 0;
}

int bind(int file, const void *address, unsigned int length) {
    __CPROVER_precondition(length == 0 || __CPROVER_r_ok(address, length), "bind address readable");
    return outcome(98);
}

int connect(int file, const void *address, unsigned int length) {
    __CPROVER_precondition(length == 0 || __CPROVER_r_ok(address, length), "connect address readable");
    return outcome(111);
}

int listen(int file, int backlog) {
    return outcome(98);
}

int accept(int file, void *address, unsigned int *length) {
    __CPROVER_precondition(address == 0 || (__CPROVER_w_ok(length, sizeof(int)) && __CPROVER_w_ok(address, *length)), "accept address writable");
    int n = descriptor();
    if (n >= 0 && address)
        fill_address(address, length);
    return n;
}

int getsockname(int file, void *address, unsigned int *length) {
    __CPROVER_precondition(__CPROVER_w_ok(length, sizeof(int)) && __CPROVER_w_ok(address, *length), "getsockname address writable");
    if (outcome(9))
        return -1;
    fill_address(address, length);
    return 0;
}

int getpeername(int file, void *address, unsigned int *length) {
    __CPROVER_precondition(__CPROVER_w_ok(length, sizeof(int)) && __CPROVER_w_ok(address, *length), "getpeername address writable");
    if (outcome(107))
        return -1;
    fill_address(address, length);
    return 0;
}

int shutdown(int file, int how) {
    return outcome(107);
}

int setsockopt(int file, int level, int name, const void *value, unsigned int length) {
    __CPROVER_precondition(length == 0 || __CPROVER_r_ok(value, length), "setsockopt value readable");
    return outcome(92);
}

int getsockopt(int file, int level, int name, void *value, unsigned int *length) {
    __CPROVER_precondition(__CPROVER_w_ok(length, sizeof(int)) && __CPROVER_w_ok(value, *length), "getsockopt value writable");
    if (outcome(92))
        return -1;
    unsigned int n = __VERIFIER_nondet_uint();
    n = n <= *length ? n : *length;
    __pm_arbitrary(value, n);
    *length = n;
    return 0;
}

// With MSG_TRUNC the result is how long the message was.
static ssize_t whole(ssize_t count, size_t n, int flags) {
    size_t length = (flags & 0x20) == 0 || count < 0 || (size_t)count < n ? 0 : __VERIFIER_nondet_size_t();
    return length > n && length <= (size_t)-1 / 2 ? (ssize_t)length : count;
}

ssize_t recv(int file, void *dst, size_t n, int flags) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "recv region writable");
    return whole(receive(dst, n), n, flags);
}

ssize_t recvfrom(int file, void *dst, size_t n, int flags, void *address, unsigned int *length) {
    __CPROVER_precondition(n == 0 || __CPROVER_w_ok(dst, n), "recvfrom region writable");
    __CPROVER_precondition(address == 0 || (__CPROVER_w_ok(length, sizeof(int)) && __CPROVER_w_ok(address, *length)), "recvfrom address writable");
    ssize_t count = receive(dst, n);
    if (count >= 0 && address)
        fill_address(address, length);
    return whole(count, n, flags);
}

ssize_t send(int file, const void *src, size_t n, int flags) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "send region readable");
    return transmit(n);
}

ssize_t sendto(int file, const void *src, size_t n, int flags, const void *address, unsigned int length) {
    __CPROVER_precondition(n == 0 || __CPROVER_r_ok(src, n), "sendto region readable");
    __CPROVER_precondition(address == 0 || length == 0 || __CPROVER_r_ok(address, length), "sendto address readable");
    return transmit(n);
}

struct pollfd {
    int fd;
    short events;
    short revents;
};

int poll(struct pollfd *files, unsigned long count, int timeout) {
    __CPROVER_precondition(count == 0 || __CPROVER_w_ok(files, count * sizeof(struct pollfd)), "poll files writable");
    if (outcome(4))
        return -1;
    int ready = 0;
    for (unsigned long i = 0; i < count; i++) {
        files[i].revents = files[i].fd < 0 ? 0 : __VERIFIER_nondet_short();
        ready += files[i].revents != 0;
    }
    return ready;
}

// Bits that were not asked for are not set.
static int keep_some(unsigned long *set) {
    int any = 0;
    for (size_t i = 0; set && i < 128 / sizeof(unsigned long); i++) {
        set[i] &= __VERIFIER_nondet_ulong();
        any |= set[i] != 0;
    }
    return any;
}

int select(int count, void *readable, void *writable, void *special, void *timeout) {
    __CPROVER_precondition(readable == 0 || __CPROVER_w_ok(readable, 128), "select first set writable");
    __CPROVER_precondition(writable == 0 || __CPROVER_w_ok(writable, 128), "select second set writable");
    __CPROVER_precondition(special == 0 || __CPROVER_w_ok(special, 128), "select third set writable");
    __CPROVER_precondition(timeout == 0 || __CPROVER_w_ok(timeout, 2 * sizeof(long)), "select timeout writable");
    if (outcome(4))
        return -1;
    if (timeout && __VERIFIER_nondet_bool())
        __pm_arbitrary(timeout, 2 * sizeof(long));
    int any = keep_some(readable);
    any |= keep_some(writable);
    any |= keep_some(special);
    unsigned int more = __VERIFIER_nondet_uint() % 3072;
    return any ? 1 + (int)more : 0;
}

unsigned int inet_addr(const char *text) {
    __CPROVER_precondition(__CPROVER_r_ok(text, 1), "inet_addr text readable");
    __pm_string(text);
    return __VERIFIER_nondet_uint();
}

int inet_aton(const char *text, unsigned int *address) {
    __CPROVER_precondition(__CPROVER_r_ok(text, 1), "inet_aton text readable");
    __CPROVER_precondition(__CPROVER_w_ok(address, sizeof(int)), "inet_aton address writable");
    __pm_string(text);
    if (!__VERIFIER_nondet_bool())
        return 0;
    *address = __VERIFIER_nondet_uint();
    return 1;
}

// 2 is AF_INET on every system, others are longer.
int inet_pton(int family, const char *text, void *address) {
    __CPROVER_precondition(__CPROVER_r_ok(text, 1), "inet_pton text readable");
    __CPROVER_precondition(__CPROVER_w_ok(address, family == 2 ? 4 : 16), "inet_pton address writable");
    __pm_string(text);
    int r = __VERIFIER_nondet_int();
    if (r > 0) {
        __pm_arbitrary(address, family == 2 ? 4 : 16);
        return 1;
    }
    if (r < 0)
        __pm_fails(97);
    return r < 0 ? -1 : 0;
}

const char *inet_ntop(int family, const void *address, char *dst, unsigned int size) {
    __CPROVER_precondition(__CPROVER_r_ok(address, family == 2 ? 4 : 16), "inet_ntop address readable");
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, size), "inet_ntop destination region writable");
    unsigned int n = __VERIFIER_nondet_uint() % 46;
    if (n >= size || __VERIFIER_nondet_bool()) {
        __pm_fails(28);
        return 0;
    }
    for (unsigned int i = 0; i < n; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        dst[i] = (char)(c == 0 ? '1' : c);
    }
    dst[n] = 0;
    return dst;
}
