// The environment is nondeterministic: a variable is absent, or it has any value of up to 255 characters.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);

static char text[256];

char *getenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "getenv name readable");
    if (!__VERIFIER_nondet_bool())
        return 0;
    size_t i = 0;
    while (i < 255) {
        text[i] = __VERIFIER_nondet_char();
        if (text[i] == 0)
            return text;
        i++;
    }
    text[i] = 0;
    return text;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "setenv name readable");
    __CPROVER_precondition(__CPROVER_r_ok(value, 1), "setenv value readable");
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int unsetenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unsetenv name readable");
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int putenv(char *assignment) {
    __CPROVER_precondition(__CPROVER_r_ok(assignment, 1), "putenv argument readable");
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int system(const char *command) {
    __CPROVER_precondition(command == 0 || __CPROVER_r_ok(command, 1), "system command readable");
    return __VERIFIER_nondet_int();
}
