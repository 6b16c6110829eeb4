// Clocks are nondeterministic; broken-down times have fields within their ranges.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
size_t __VERIFIER_nondet_size_t(void);

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timeval {
    long tv_sec;
    long tv_usec;
};

struct timespec {
    long tv_sec;
    long tv_nsec;
};

long time(long *result) {
    __CPROVER_precondition(result == 0 || __CPROVER_w_ok(result, sizeof(long)), "time result writable");
    long now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

long clock(void) {
    return __VERIFIER_nondet_long();
}

double difftime(long end, long start) {
    return (double)end - (double)start;
}

int gettimeofday(struct timeval *now, void *zone) {
    __CPROVER_precondition(__CPROVER_w_ok(now, sizeof(struct timeval)), "gettimeofday result writable");
    now->tv_sec = __VERIFIER_nondet_long();
    now->tv_usec = (long)(__VERIFIER_nondet_uint() % 1000000);
    return 0;
}

int clock_gettime(int which, struct timespec *now) {
    __CPROVER_precondition(__CPROVER_w_ok(now, sizeof(struct timespec)), "clock_gettime result writable");
    now->tv_sec = __VERIFIER_nondet_long();
    now->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    return 0;
}

int clock_getres(int which, struct timespec *resolution) {
    __CPROVER_precondition(resolution == 0 || __CPROVER_w_ok(resolution, sizeof(struct timespec)), "clock_getres result writable");
    if (resolution) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    __CPROVER_precondition(__CPROVER_r_ok(duration, sizeof(struct timespec)), "nanosleep duration readable");
    return 0;
}

static int within(unsigned int count) {
    return (int)(__VERIFIER_nondet_uint() % count);
}

static struct tm broken_down;

static struct tm *break_down(struct tm *t) {
    t->tm_sec = within(61);
    t->tm_min = within(60);
    t->tm_hour = within(24);
    t->tm_mday = 1 + within(31);
    t->tm_mon = within(12);
    t->tm_year = __VERIFIER_nondet_int();
    t->tm_wday = within(7);
    t->tm_yday = within(366);
    t->tm_isdst = within(2);
    t->tm_gmtoff = within(2) ? 3600 : 0;
    t->tm_zone = "UTC";
    return t;
}

struct tm *localtime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "localtime argument readable");
    return break_down(&broken_down);
}

struct tm *gmtime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "gmtime argument readable");
    return break_down(&broken_down);
}

struct tm *localtime_r(const long *t, struct tm *result) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "localtime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(struct tm)), "localtime_r result writable");
    return break_down(result);
}

struct tm *gmtime_r(const long *t, struct tm *result) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "gmtime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(struct tm)), "gmtime_r result writable");
    return break_down(result);
}

long mktime(struct tm *t) {
    __CPROVER_precondition(__CPROVER_w_ok(t, sizeof(struct tm)), "mktime argument writable");
    break_down(t);
    return __VERIFIER_nondet_long();
}

static char shown[26];

static char *show(void) {
    for (int i = 0; i < 24; i++) {
        char c = __VERIFIER_nondet_char();
        shown[i] = c < ' ' || c > '~' ? ' ' : c;
    }
    shown[24] = '\n';
    shown[25] = 0;
    return shown;
}

char *asctime(const struct tm *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(struct tm)), "asctime argument readable");
    return show();
}

char *ctime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "ctime argument readable");
    return show();
}

size_t strftime(char *dst, size_t size, const char *format, const struct tm *t) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, size), "strftime destination region writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "strftime format readable");
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(struct tm)), "strftime time readable");
    size_t n = __VERIFIER_nondet_size_t();
    if (n >= size)
        return 0;
    for (size_t i = 0; i < n; i++) {
        char c = __VERIFIER_nondet_char();
        dst[i] = c == 0 ? ' ' : c;
    }
    dst[n] = 0;
    return n;
}
