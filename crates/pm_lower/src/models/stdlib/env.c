// The environment is nondeterministic: a variable is absent, or it has any value. Where the program looks again, it is what it was.
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

// What is known of variables with names that are not long, of the last few.
struct variable {
    char name[32]; // empty: there is none
    _Bool present;
    _Bool seen; // its length is known
    size_t length;
    char *value; // 0: it has been overwritten, or nobody saw it
};

static struct variable variables[8];
static unsigned int last_variable;

// Strings of putenv are part of the environment themselves (POSIX).
static char *own[4];

// Its value was in this buffer, which is overwritten.
static void lose(char *buffer) {
    if (!__pm_calls_again(0))
        return;
    for (int i = 0; i < 8; i++)
        if (variables[i].value != 0 && __CPROVER_same_object(variables[i].value, buffer))
            variables[i].value = 0;
}

static size_t any_length(void) {
    size_t length = __VERIFIER_nondet_size_t();
    return length < 131072 ? length : 0;
}

// A string of any characters, at the end of its object, so that what is behind it is outside.
static char *fill(char *object, size_t length) {
    __pm_havoc(object, 131071);
    object[131071] = 0;
    return object + 131071 - length;
}

static char *new_value(size_t length) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n != 1 && n != 2)
        return fill(__pm_alloc_static(131072), length);
    lose(n == 1 ? first : second);
    return n == 1 ? fill(first, length) : fill(second, length);
}

static _Bool same(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return a[i] == b[i];
}

// What is known of a variable, first of all its name; 0 where that is long.
static struct variable *variable(const char *name, _Bool *is_new) {
    *is_new = 0;
    for (int i = 0; i < 8; i++)
        if (variables[i].name[0] != 0 && same(variables[i].name, name))
            return &variables[i];
    size_t n = 0;
    while (n < 32 && name[n] != 0)
        n++;
    if (n == 0 || n == 32)
        return 0;
    struct variable *v = &variables[last_variable++ % 8];
    __pm_copy(v->name, name, n + 1);
    v->value = 0;
    v->seen = 0;
    *is_new = 1;
    return v;
}

static char *value_in(char *assignment, const char *name) {
    if (assignment == 0)
        return 0;
    size_t i = 0;
    while (name[i] != 0 && name[i] == assignment[i])
        i++;
    return name[i] == 0 && assignment[i] == '=' ? assignment + i + 1 : (char *)0;
}

static char *own_value(const char *name) {
    char *value = value_in(own[0], name);
    if (!value)
        value = value_in(own[1], name);
    if (!value)
        value = value_in(own[2], name);
    return value ? value : value_in(own[3], name);
}

static void drop(char **assignment, const char *name) {
    if (value_in(*assignment, name))
        *assignment = 0;
}

static void drop_own(const char *name) {
    drop(&own[0], name);
    drop(&own[1], name);
    drop(&own[2], name);
    drop(&own[3], name);
}

static char *value_of(struct variable *v) {
    if (!v->seen)
        v->length = any_length();
    v->seen = 1;
    if (v->value == 0)
        return v->value = new_value(v->length);
    // Each call may give another place.
    if (__pm_addresses_are_seen() && __VERIFIER_nondet_bool()) {
        char *place = __pm_alloc_static(v->length + 1);
        __pm_copy(place, v->value, v->length + 1);
        v->value = place;
    }
    return v->value;
}

static char *look_again(const char *name) {
    _Bool is_new;
    struct variable *v = variable(name, &is_new);
    if (!v)
        return __VERIFIER_nondet_bool() ? new_value(any_length()) : (char *)0;
    if (is_new)
        v->present = __VERIFIER_nondet_bool();
    return v->present ? value_of(v) : (char *)0;
}

char *getenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "getenv name readable");
    __pm_string(name);
    // Where other code may have changed the environment, too, the string may be out of it again.
    char *value = own_value(name);
    if (value && (__pm_calls_again(0) || !__VERIFIER_nondet_bool()))
        return value;
    if (__pm_calls_again(0))
        return look_again(name);
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (!__pm_addresses_are_seen())
        return new_value(any_length());
    unsigned int n = __VERIFIER_nondet_uint() % 4;
    if (places[n] != 0 && __VERIFIER_nondet_bool())
        return places[n];
    return places[calls++ % 4] = new_value(any_length());
}

char *secure_getenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "secure_getenv name readable");
    return getenv(name);
}

// Calls that change the environment may overwrite what getenv returned before, as may its next call (POSIX).
static int outcome(void) {
    if (__VERIFIER_nondet_bool()) {
        __pm_havoc(first, 131071);
        lose(first);
    }
    if (__VERIFIER_nondet_bool()) {
        __pm_havoc(second, 131071);
        lose(second);
    }
    if (!__VERIFIER_nondet_bool())
        return 0;
    __pm_fails(12);
    return -1;
}

static void set(struct variable *v, const char *value) {
    size_t n = 0;
    while (value[n] != 0)
        n++;
    v->present = 1;
    v->seen = 1;
    v->length = n;
    v->value = __pm_alloc_static(n + 1);
    __pm_copy(v->value, value, n + 1);
}

int setenv(const char *name, const char *value, int overwrite) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "setenv name readable");
    __CPROVER_precondition(__CPROVER_r_ok(value, 1), "setenv value readable");
    __pm_string(name);
    __pm_string(value);
    if (outcome())
        return -1;
    if (!overwrite && own_value(name))
        return 0;
    drop_own(name);
    if (!__pm_calls_again(0))
        return 0;
    _Bool is_new;
    struct variable *v = variable(name, &is_new);
    if (!v)
        return 0;
    if (is_new)
        v->present = __VERIFIER_nondet_bool();
    if (overwrite || !v->present)
        set(v, value);
    return 0;
}

int unsetenv(const char *name) {
    __CPROVER_precondition(__CPROVER_r_ok(name, 1), "unsetenv name readable");
    __pm_string(name);
    if (outcome())
        return -1;
    drop_own(name);
    if (!__pm_calls_again(0))
        return 0;
    _Bool is_new;
    struct variable *v = variable(name, &is_new);
    if (v)
        v->present = 0;
    return 0;
}

static void forget(void) {
    for (int i = 0; i < 8; i++)
        variables[i].name[0] = 0;
}

// Which variables there are in an empty environment is left open.
int clearenv(void) {
    if (outcome())
        return -1;
    forget();
    own[0] = own[1] = own[2] = own[3] = 0;
    return 0;
}

// The string is for the same variable.
static _Bool replaces(const char *assignment, const char *old) {
    size_t n = 0;
    while (old != 0 && assignment[n] != '=' && old[n] == assignment[n])
        n++;
    return old != 0 && assignment[n] == '=' && old[n] == '=';
}

static char **place_for(const char *assignment) {
    for (int i = 0; i < 4; i++)
        if (replaces(assignment, own[i]))
            return &own[i];
    for (int i = 0; i < 4; i++)
        if (!own[i])
            return &own[i];
    __pm_not_modelled(6);
    return &own[0];
}

int putenv(char *assignment) {
    __CPROVER_precondition(__CPROVER_r_ok(assignment, 1), "putenv argument readable");
    __pm_string(assignment);
    if (outcome())
        return -1;
    size_t n = 0;
    while (assignment[n] != 0 && assignment[n] != '=')
        n++;
    // What a string without a value does is not said.
    if (assignment[n] == 0)
        forget();
    else
        *place_for(assignment) = assignment;
    return 0;
}

int system(const char *command) {
    __CPROVER_precondition(command == 0 || __CPROVER_r_ok(command, 1), "system command readable");
    if (command)
        __pm_string(command);
    return __VERIFIER_nondet_int();
}
