// The environment is nondeterministic: a variable is absent, or it has any value.
typedef typeof(sizeof(0)) size_t;
void __pm_fails(int usual);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

// As long as Linux lets it be. The last calls have places of their own; a variable that is asked for again may have changed.
static char first[131072], second[131072], third[131072], fourth[131072];
static unsigned int calls;

char *getenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "getenv name readable");
    unsigned int n = calls++ % 4;
    if (!__VERIFIER_nondet_bool())
        return 0;
    char *value = n == 0 ? first : n == 1 ? second : n == 2 ? third : fourth;
    __pm_havoc(value, 131072);
    value[131071] = 0;
    return value;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

static int outcome(void) {
    if (!__VERIFIER_nondet_bool())
        return 0;
    __pm_fails(12);
    return -1;
}

int setenv(const char *name, const char *value, int overwrite) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "setenv name readable");
    __CPROVER_precondition(__CPROVER_r_ok(value, 1), "setenv value readable");
    return outcome();
}

int unsetenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unsetenv name readable");
    return outcome();
}

int putenv(char *assignment) {
    __CPROVER_precondition(__CPROVER_r_ok(assignment, 1), "putenv argument readable");
    return outcome();
}

int system(const char *command) {
    __CPROVER_precondition(command == 0 || __CPROVER_r_ok(command, 1), "system command readable");
    return __VERIFIER_nondet_int();
}
