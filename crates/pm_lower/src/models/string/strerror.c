// Messages: their text is any.
typedef typeof(sizeof(0)) size_t;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

static char message[1024];

// Any text, or one of two.
static char *any_text(char *text, size_t size, const char *usual) {
    if (__VERIFIER_nondet_bool()) {
        __pm_havoc(text, size);
        text[size - 1] = 0;
        return text;
    }
    size_t i = 0;
    for (; i < size - 1 && usual[i] != 0; i++)
        text[i] = usual[i];
    text[i] = 0;
    return text;
}

char *strerror(int code) {
    return any_text(message, sizeof(message), code == 0 ? "Success" : "error");
}

char *strsignal(int signal) {
    return any_text(message, sizeof(message), "signal");
}

// POSIX; GNU's, which returns a pointer, has another type and no model.
int __xpg_strerror_r(int code, char *text, size_t size) {
    __CPROVER_precondition(size == 0 || __CPROVER_w_ok(text, size), "strerror_r destination region writable");
    if (size > 0)
        any_text(text, size, code == 0 ? "Success" : "error");
    int result = __VERIFIER_nondet_int();
    return result > 0 ? result : 0;
}
