// Messages: their text is any.
typedef typeof(sizeof(0)) size_t;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);

static char first[65536], second[65536], third[65536], fourth[65536];
static _Bool is_used;

// Any text, at the end of its object, so that what is behind it is outside. Its last byte is written for engines that have forgotten it.
static char *fill(char *object) {
    __pm_havoc(object, 65535);
    object[65535] = 0;
    size_t length = __VERIFIER_nondet_size_t();
    return object + 65535 - (length < 65536 ? length : 0);
}

// Any text, or the usual one. A later call may overwrite what an earlier one returned, or not.
static char *any_text(const char *usual) {
    if (!__VERIFIER_nondet_bool())
        return (char *)usual;
    unsigned int n = is_used ? __VERIFIER_nondet_uint() % 4 : 0;
    is_used = 1;
    if (n == 0)
        return fill(first);
    if (n == 1)
        return fill(second);
    return n == 2 ? fill(third) : fill(fourth);
}

char *strerror(int code) {
    return any_text(code == 0 ? "Success" : "error");
}

char *strsignal(int signal) {
    return any_text("signal");
}

// POSIX; GNU's, which returns a pointer, has another type and no model.
int __xpg_strerror_r(int code, char *text, size_t size) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(text, size), "strerror_r destination region writable");
    if (size > 0) {
        __pm_havoc(text, size);
        text[size - 1] = 0;
    }
    int result = __VERIFIER_nondet_int();
    return result > 0 ? result : 0;
}
