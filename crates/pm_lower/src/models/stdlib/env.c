// The environment is nondeterministic: a variable is absent, or it has any value.
typedef typeof(sizeof(0)) size_t;
void __pm_fails(int usual);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
size_t __VERIFIER_nondet_size_t(void);
void __pm_string(const char *s);

// Where the last values are that stay as they are. Who asks again for one may see the same place.
static char *places[4];
static unsigned int calls;
// Values that later calls overwrite.
static char first[131072], second[131072];

// A string of any length up to what Linux lets it be, at the end of its object, so that what is behind it is outside.
static char *fill(char *object) {
    __pm_havoc(object, 131071);
    object[131071] = 0;
    size_t length = __VERIFIER_nondet_size_t();
    return object + 131071 - (length < 131072 ? length : 0);
}

static char *new_value(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n == 1)
        return fill(first);
    return n == 2 ? fill(second) : fill(__pm_alloc_static(131072));
}

char *getenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "getenv name readable");
    __pm_string(name);
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (!__pm_addresses_are_seen())
        return new_value();
    unsigned int n = __VERIFIER_nondet_uint() % 4;
    if (places[n] != 0 && __VERIFIER_nondet_bool())
        return places[n];
    return places[calls++ % 4] = new_value();
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

// Calls that change the environment may overwrite what getenv returned before, as may its next call (POSIX).
static int outcome(void) {
    if (__VERIFIER_nondet_bool())
        __pm_havoc(first, 131071);
    if (__VERIFIER_nondet_bool())
        __pm_havoc(second, 131071);
    if (!__VERIFIER_nondet_bool())
        return 0;
    __pm_fails(12);
    return -1;
}

int setenv(const char *name, const char *value, int overwrite) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "setenv name readable");
    __CPROVER_precondition(__CPROVER_r_ok(value, 1), "setenv value readable");
    __pm_string(name);
    __pm_string(value);
    return outcome();
}

int unsetenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unsetenv name readable");
    __pm_string(name);
    return outcome();
}

int putenv(char *assignment) {
    __CPROVER_precondition(__CPROVER_r_ok(assignment, 1), "putenv argument readable");
    __pm_string(assignment);
    return outcome();
}

int system(const char *command) {
    __CPROVER_precondition(command == 0 || __CPROVER_r_ok(command, 1), "system command readable");
    if (command)
        __pm_string(command);
    return __VERIFIER_nondet_int();
}
