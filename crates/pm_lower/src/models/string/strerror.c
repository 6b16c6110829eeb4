// Messages: their text is any.
typedef typeof(sizeof(0)) size_t;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);

static char first[1024], second[1024], third[1024], fourth[1024];
static _Bool is_used;

// A later call may overwrite what an earlier one returned, or not.
static char *place(void) {
    unsigned int n = is_used ? __VERIFIER_nondet_uint() % 4 : 0;
    is_used = 1;
    return n == 0 ? first : n == 1 ? second : n == 2 ? third : fourth;
}

// Any text, at the end of its object, so that what is behind it is outside; or the usual one.
static char *any_text(const char *usual) {
    if (!__VERIFIER_nondet_bool())
        return (char *)usual;
    size_t length = __VERIFIER_nondet_size_t();
    if (length > 1023)
        length = 0;
    char *text = place() + 1023 - length;
    __pm_havoc(text, length);
    text[length] = 0;
    return text;
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
