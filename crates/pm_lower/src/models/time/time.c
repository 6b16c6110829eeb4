// Clocks are nondeterministic; broken-down times have fields within their ranges.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_fails(int usual);
void __pm_may_set_errno(void);
void __pm_arbitrary(void *dst, size_t n);
size_t strlen(const char *s);
void __pm_string(const char *s);

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
    if (now == -1)
        __pm_may_set_errno();
    if (result)
        *result = now;
    return now;
}

long clock(void) {
    return __VERIFIER_nondet_long();
}

// Rounded once or, where the times are numbers of seconds beyond 2^53, each by itself.
double difftime(long end, long start) {
    double each = (double)end - (double)start;
    unsigned long distance = end >= start ? (unsigned long)end - (unsigned long)start : (unsigned long)start - (unsigned long)end;
    double once = end >= start ? (double)distance : -(double)distance;
    return each == once || !__VERIFIER_nondet_bool() ? once : each;
}

int gettimeofday(struct timeval *now, void *zone) {
    __CPROVER_precondition(__CPROVER_w_ok(now, sizeof(struct timeval)), "gettimeofday result writable");
    now->tv_sec = __VERIFIER_nondet_long();
    now->tv_usec = (long)(__VERIFIER_nondet_uint() % 1000000);
    return 0;
}

int clock_gettime(int which, struct timespec *now) {
    __CPROVER_precondition(__CPROVER_w_ok(now, sizeof(struct timespec)), "clock_gettime result writable");
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(22);
        return -1;
    }
    now->tv_sec = __VERIFIER_nondet_long();
    now->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    return 0;
}

int clock_getres(int which, struct timespec *resolution) {
    __CPROVER_precondition(resolution == 0 || __CPROVER_w_ok(resolution, sizeof(struct timespec)), "clock_getres result writable");
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(22);
        return -1;
    }
    if (resolution) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    __CPROVER_precondition(__CPROVER_r_ok(duration, sizeof(struct timespec)), "nanosleep duration readable");
    __CPROVER_precondition(rest == 0 || __CPROVER_w_ok(rest, sizeof(struct timespec)), "nanosleep rest writable");
    if (!__VERIFIER_nondet_bool())
        return 0;
    __pm_fails(4);
    if (rest && __VERIFIER_nondet_bool()) {
        long seconds = __VERIFIER_nondet_long();
        rest->tv_sec = seconds >= 0 && seconds <= duration->tv_sec ? seconds : 0;
        rest->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    return -1;
}

static int within(unsigned int count) {
    return (int)(__VERIFIER_nondet_uint() % count);
}

static struct tm first, second, third, fourth;
static _Bool is_used;

// A later call may overwrite what an earlier one returned, or not.
static struct tm *place(void) {
    unsigned int n = is_used ? __VERIFIER_nondet_uint() % 4 : 0;
    is_used = 1;
    return n == 0 ? &first : n == 1 ? &second : n == 2 ? &third : &fourth;
}

static char zone[8];

// A string of any characters that fits, at the end of its object.
static char *any_zone(void) {
    unsigned int length = __VERIFIER_nondet_uint() % 8;
    __pm_havoc(zone, 7);
    return zone + 7 - length;
}

static struct tm *break_down(struct tm *t) {
    t->tm_sec = within(61);
    t->tm_min = within(60);
    t->tm_hour = within(24);
    t->tm_mday = 1 + within(31);
    t->tm_mon = within(12);
    t->tm_year = __VERIFIER_nondet_int();
    t->tm_wday = within(7);
    t->tm_yday = within(366);
    int summer = within(3);
    t->tm_isdst = summer == 2 ? -1 : summer;
    t->tm_gmtoff = __VERIFIER_nondet_int();
    t->tm_zone = __VERIFIER_nondet_bool() ? any_zone() : "UTC";
    return t;
}

// Null where the year does not fit.
static struct tm *may_break_down(struct tm *t) {
    if (!__VERIFIER_nondet_bool())
        return break_down(t);
    __pm_fails(75);
    return 0;
}

struct tm *localtime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "localtime argument readable");
    return may_break_down(place());
}

struct tm *gmtime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "gmtime argument readable");
    return may_break_down(place());
}

struct tm *localtime_r(const long *t, struct tm *result) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "localtime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(struct tm)), "localtime_r result writable");
    return may_break_down(result);
}

struct tm *gmtime_r(const long *t, struct tm *result) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "gmtime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(struct tm)), "gmtime_r result writable");
    return may_break_down(result);
}

long mktime(struct tm *t) {
    __CPROVER_precondition(__CPROVER_w_ok(t, sizeof(struct tm)), "mktime argument writable");
    long seconds = __VERIFIER_nondet_long();
    // -1 is an error, or one second before 1970.
    if (seconds == -1 && !__VERIFIER_nondet_bool())
        __pm_fails(75);
    else
        break_down(t);
    return seconds;
}

long timegm(struct tm *t) {
    __CPROVER_precondition(__CPROVER_w_ok(t, sizeof(struct tm)), "timegm argument writable");
    return mktime(t);
}

static char *show(char *text) {
    if (__VERIFIER_nondet_bool()) {
        __pm_fails(75);
        return 0;
    }
    for (int i = 0; i < 24; i++) {
        char c = __VERIFIER_nondet_char();
        text[i] = c < ' ' || c > '~' ? ' ' : c;
    }
    text[24] = '\n';
    text[25] = 0;
    return text;
}

static char first_text[26], second_text[26], third_text[26], fourth_text[26];
static _Bool is_shown;

static char *text_place(void) {
    unsigned int n = is_shown ? __VERIFIER_nondet_uint() % 4 : 0;
    is_shown = 1;
    return n == 0 ? first_text : n == 1 ? second_text : n == 2 ? third_text : fourth_text;
}

char *asctime(const struct tm *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(struct tm)), "asctime argument readable");
    return show(text_place());
}

char *ctime(const long *t) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "ctime argument readable");
    return show(text_place());
}

char *asctime_r(const struct tm *t, char *text) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(struct tm)), "asctime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(text, 26), "asctime_r destination region writable");
    return show(text);
}

char *ctime_r(const long *t, char *text) {
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(long)), "ctime_r argument readable");
    __CPROVER_precondition(__CPROVER_w_ok(text, 26), "ctime_r destination region writable");
    return show(text);
}

static void may_set(int *field, unsigned int count) {
    if (__VERIFIER_nondet_bool())
        *field = within(count);
}

// Which fields the format names is not looked at: each of them may be set or not.
char *strptime(const char *s, const char *format, struct tm *t) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strptime string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "strptime format readable");
    __CPROVER_precondition(__CPROVER_w_ok(t, sizeof(struct tm)), "strptime result writable");
    __pm_string(s);
    __pm_string(format);
    may_set(&t->tm_sec, 62);
    may_set(&t->tm_min, 60);
    may_set(&t->tm_hour, 24);
    if (__VERIFIER_nondet_bool())
        t->tm_mday = 1 + within(31);
    may_set(&t->tm_mon, 12);
    if (__VERIFIER_nondet_bool())
        t->tm_year = __VERIFIER_nondet_int();
    may_set(&t->tm_wday, 7);
    may_set(&t->tm_yday, 366);
    if (__VERIFIER_nondet_bool())
        t->tm_gmtoff = __VERIFIER_nondet_int();
    if (!__VERIFIER_nondet_bool())
        return 0;
    while (*s != 0 && __VERIFIER_nondet_bool())
        s++;
    return (char *)s;
}

size_t strftime(char *dst, size_t size, const char *format, const struct tm *t) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(dst, size), "strftime destination region writable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "strftime format readable");
    __CPROVER_precondition(__CPROVER_r_ok(t, sizeof(struct tm)), "strftime time readable");
    __pm_string(format);
    __CPROVER_assert(size == 0 || !__CPROVER_same_object(dst, format) || format + strlen(format) < dst || dst + size <= format, "strings do not overlap");
    size_t n = __VERIFIER_nondet_size_t();
    if (n >= size) {
        // The contents are indeterminate (C11 7.27.3.5p8).
        if (size > 0)
            __pm_arbitrary(dst, size);
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        char c = __VERIFIER_nondet_char();
        dst[i] = c == 0 ? ' ' : c;
    }
    dst[n] = 0;
    return n;
}
