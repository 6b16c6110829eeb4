// Formatted input from strings, exact for the C locale.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;
long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);
long long __isoc23_strtoll(const char *s, char **end, int base);
unsigned long long __isoc23_strtoull(const char *s, char **end, int base);
float strtof(const char *s, char **end);
double strtod(const char *s, char **end);
long double strtold(const char *s, char **end);
_Bool __VERIFIER_nondet_bool(void);
void __pm_store_integer(int size, void *target, unsigned long long value);
void __pm_string(const char *s);

// Reasons of __pm_gap.
enum {
    WIDE_NUMBER,
    ALLOCATES,
    NOT_ASCII
};

enum {
    WIDEST_NUMBER = 255
};

static int is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skip_space(const char *s) {
    while (is_space(*s))
        s++;
    return s;
}

// The prefix of s that can be part of a number, cut at `width`: strtol and strtod decide what of it is one.
static const char *field_of(const char *s, size_t width, char *room) {
    if (width == (size_t)-1)
        return s;
    size_t i = 0;
    while (i < width && i < WIDEST_NUMBER && s[i] != 0 && !is_space(s[i])) {
        room[i] = s[i];
        i++;
    }
    if (i == WIDEST_NUMBER)
        __pm_gap(WIDE_NUMBER);
    room[i] = 0;
    return room;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? c | 32 : c;
}

static size_t sign_of(const char *field) {
    return *field == '+' || *field == '-';
}

// Is nothing but a zero read, of something that begins with 0x or 0b?
static int is_bare_prefix(const char *field, size_t used, char letter) {
    size_t sign = sign_of(field);
    return used == sign + 1 && field[sign] == '0' && lower(field[used]) == letter;
}

// What is read is as long as it can be the beginning of a number (C11 7.21.6.2p9). Where that is no number itself it does not match (0 is returned);
// glibc takes the number that it begins with.
static size_t read_integer(const char *s, size_t width, int base, int is_signed, int binary, unsigned long long *value) {
    char room[WIDEST_NUMBER + 1];
    const char *field = field_of(s, width, room);
    char *end;
    if (is_signed)
        *value = (unsigned long long)(binary ? __isoc23_strtoll(field, &end, base) : strtoll(field, &end, base));
    else
        *value = binary ? __isoc23_strtoull(field, &end, base) : strtoull(field, &end, base);
    size_t used = (size_t)(end - field);
    int is_bare = (base == 0 || base == 16) && is_bare_prefix(field, used, 'x');
    if (binary && (base == 0 || base == 2))
        is_bare |= is_bare_prefix(field, used, 'b');
    if (!is_bare)
        return used;
    return __VERIFIER_nondet_bool() ? 0 : used + 1;
}

struct number {
    float f;
    double d;
    long double l;
};

// The same of floats: `used` is what strtod takes of the field.
static size_t end_of_float(const char *field, size_t used) {
    size_t sign = sign_of(field);
    const char *number = field + sign;
    if (used == 0)
        return 0;
    if (is_bare_prefix(field, used, 'x'))
        return field[used + 1] == '.' && !__VERIFIER_nondet_bool() ? used + 2 : 0;
    if (lower(number[0]) == 'i')
        return lower(field[used]) == 'i' ? 0 : used;
    if (lower(number[0]) == 'n') {
        if (number[3] != '(' || !__VERIFIER_nondet_bool())
            return sign + 3;
        return field[used - 1] == ')' ? used : 0;
    }
    char exponent = number[0] == '0' && lower(number[1]) == 'x' ? 'p' : 'e';
    if (lower(field[used]) != exponent)
        return used;
    for (size_t i = sign; i < used; i++)
        if (lower(field[i]) == exponent)
            return used;
    return __VERIFIER_nondet_bool() ? 0 : used + 1 + sign_of(field + used + 1);
}

static size_t read_float(const char *s, size_t width, int size, struct number *x) {
    char room[WIDEST_NUMBER + 1];
    const char *field = field_of(s, width, room);
    char *end;
    if (size == 'L')
        x->l = strtold(field, &end);
    else if (size == 'l')
        x->d = strtod(field, &end);
    else
        x->f = strtof(field, &end);
    return end_of_float(field, (size_t)(end - field));
}

// What glibc prints for a null pointer, it also reads.
static int is_nil(const char *s, size_t width) {
    const char *nil = "(nil)";
    size_t i = 0;
    while (i < 5 && i < width && lower(s[i]) == nil[i])
        i++;
    return i == 5;
}

static void store_float(int size, void *target, const struct number *x) {
    if (size == 'L')
        *(long double *)target = x->l;
    else if (size == 'l')
        *(double *)target = x->d;
    else
        *(float *)target = x->f;
}

// Character by character, so that each is checked.
static void store_text(char *target, const char *s, size_t used, int ends) {
    for (size_t i = 0; i < used; i++)
        target[i] = s[i];
    if (ends)
        target[used] = 0;
}

// In the locale of C, ASCII characters are the wide ones of the same number.
static void store_wide(wchar_t *target, const char *s, size_t used, int ends) {
    for (size_t i = 0; i < used; i++) {
        if ((unsigned char)s[i] > 127)
            __pm_gap(NOT_ASCII);
        target[i] = (unsigned char)s[i];
    }
    if (ends)
        target[used] = 0;
}

static int is_float(char conversion) {
    char lower = conversion | 32;
    return lower == 'a' || (lower >= 'e' && lower <= 'g');
}

static int in_set(char c, const char *set, const char *end) {
    for (const char *p = set; p < end; p++) {
        if (p + 2 < end && p[1] == '-') {
            if ((unsigned char)c >= (unsigned char)p[0] && (unsigned char)c <= (unsigned char)p[2])
                return 1;
            p += 2;
        } else if (*p == c) {
            return 1;
        }
    }
    return 0;
}

// What is stored must be no part of the string that is read (C11 7.21.6.7p2).
struct stored {
    const char *start;
    const char *next; // the first one that lies ahead in the string's object
};

static void check_stored(struct stored *stored, const char *read, const void *target, size_t size) {
    const char *t = target;
    if (!__CPROVER_same_object(stored->start, t))
        return;
    __CPROVER_assert(t + size <= stored->start || read < t, "what is stored does not overlap the string");
    if (read < t && (stored->next == 0 || t < stored->next))
        stored->next = t;
}

static void check_read(const struct stored *stored, const char *read) {
    __CPROVER_assert(stored->next == 0 || read < stored->next, "what is stored does not overlap the string");
}

static size_t stored_size(char conversion, int size, size_t used) {
    if (conversion == 'c' || conversion == 's' || conversion == '[')
        return (used + (conversion != 'c')) * (size == 'l' ? sizeof(wchar_t) : 1);
    if (conversion == 'p')
        return sizeof(void *);
    if (conversion == 'd' || conversion == 'i' || conversion == 'u' || conversion == 'o' || conversion == 'x' || conversion == 'X' || conversion == 'b' || conversion == 'n')
        return size == 'H' ? 1 : size == 'h' ? sizeof(short) : size == 'l' ? sizeof(long) : size == 'L' ? sizeof(long long) : size == 'z' ? sizeof(size_t) : sizeof(int);
    return size == 'L' ? sizeof(long double) : size == 'l' ? sizeof(double) : sizeof(float);
}

// Nothing is left of the string: EOF where no conversion has completed; of suppressed ones glibc says so, too.
static int at_end(int done, int converted) {
    if (done > 0)
        return done;
    return converted && __VERIFIER_nondet_bool() ? 0 : -1;
}

// Where POSIX's %n$ stores: all arguments are pointers.
static void *numbered(size_t number, __builtin_va_list args) {
    __builtin_va_list list;
    __builtin_va_copy(list, args);
    void *target = 0;
    for (size_t i = 0; i < number; i++)
        target = __builtin_va_arg(list, void *);
    __builtin_va_end(list);
    return target;
}

// `binary`: as C23 has it, with 0b.
static int scan(const char *s, const char *format, int binary, __builtin_va_list args) {
    const char *start = s;
    struct stored stored = {s, 0};
    int converted = 0;
    const char *p = format;
    int done = 0;
    while (*p != 0) {
        if (is_space(*p)) {
            p = skip_space(p);
            s = skip_space(s);
            continue;
        }
        if (*p != '%') {
            if (*s != *p)
                return *s == 0 ? at_end(done, converted) : done;
            s++;
            p++;
            continue;
        }
        p++;
        if (*p == '%') {
            s = skip_space(s);
            if (*s != '%')
                return *s == 0 ? at_end(done, converted) : done;
            s++;
            p++;
            continue;
        }
        int keep = 1;
        if (*p == '*') {
            keep = 0;
            p++;
        }
        size_t width = 0;
        while (*p >= '0' && *p <= '9')
            width = width * 10 + (size_t)(*p++ - '0');
        size_t position = 0;
        if (*p == '$') {
            p++;
            position = width;
            for (width = 0; *p >= '0' && *p <= '9'; p++)
                width = width * 10 + (size_t)(*p - '0');
        }
        if (*p == 'm')
            __pm_gap(ALLOCATES);
        int size = 0;
        while (*p == 'h' || *p == 'l' || *p == 'L' || *p == 'q' || *p == 'j' || *p == 'z' || *p == 't') {
            if (*p == 'h')
                size = size == 'h' ? 'H' : 'h';
            else if (*p == 'l')
                size = size == 'l' ? 'L' : 'l';
            else
                size = *p == 'z' || *p == 't' ? 'z' : 'L';
            p++;
        }
        char conversion = *p;
        if (conversion == 0)
            break;
        p++;
        const char *set = p, *set_end = p;
        int negated = 0;
        if (conversion == '[') {
            if (*p == '^') {
                negated = 1;
                p++;
            }
            set = p;
            if (*p == ']')
                p++;
            while (*p != 0 && *p != ']')
                p++;
            set_end = p;
            if (*p == ']')
                p++;
        }
        void *target = !keep ? (void *)0 : position > 0 ? numbered(position, args) : __builtin_va_arg(args, void *);
        if (conversion == 'n') {
            if (keep) {
                check_stored(&stored, s, target, stored_size('n', size, 0));
                __pm_store_integer(size, target, (unsigned long long)(s - start));
            }
            continue;
        }
        if (conversion != 'c' && conversion != '[')
            s = skip_space(s);
        if (*s == 0)
            return at_end(done, converted);
        size_t limit = width == 0 ? (size_t)-1 : width;
        size_t used = 0;
        unsigned long long value = 0;
        struct number number;
        switch (conversion) {
        case 'd':
            used = read_integer(s, limit, 10, 1, 0, &value);
            break;
        case 'i':
            used = read_integer(s, limit, 0, 1, binary, &value);
            break;
        case 'u':
            used = read_integer(s, limit, 10, 0, 0, &value);
            break;
        case 'o':
            used = read_integer(s, limit, 8, 0, 0, &value);
            break;
        case 'x':
        case 'X':
        case 'p':
            if (conversion == 'p' && is_nil(s, limit) && !__VERIFIER_nondet_bool())
                used = 5;
            else
                used = read_integer(s, limit, 16, 0, 0, &value);
            break;
        case 'b':
            __CPROVER_assert(binary, "sscanf conversion specifier is one of C's");
            used = read_integer(s, limit, 2, 0, 1, &value);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            used = read_float(s, limit, size, &number);
            break;
        case 's':
            while (used < limit && s[used] != 0 && !is_space(s[used]))
                used++;
            break;
        case '[':
            while (used < limit && s[used] != 0 && in_set(s[used], set, set_end) != negated)
                used++;
            break;
        case 'c':
            limit = width == 0 ? 1 : width;
            while (used < limit && s[used] != 0)
                used++;
            break;
        default:
            __CPROVER_assert(0, "sscanf conversion specifier is one of C's");
            return done;
        }
        if (used == 0)
            return done;
        const char *field = s;
        s += used;
        converted = 1;
        check_read(&stored, s);
        if (!keep)
            continue;
        check_stored(&stored, s, target, stored_size(conversion, size, used));
        int is_text = conversion == 's' || conversion == '[' || conversion == 'c';
        if (is_text && size == 'l')
            store_wide(target, field, used, conversion != 'c');
        else if (is_text)
            store_text(target, field, used, conversion != 'c');
        else if (is_float(conversion))
            store_float(size, target, &number);
        else if (conversion == 'p')
            *(void **)target = (void *)(size_t)value;
        else
            __pm_store_integer(size, target, value);
        done++;
    }
    return done;
}

int sscanf(const char *s, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "sscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "sscanf format readable");
    __pm_string(s);
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(s, format, 0, args);
    __builtin_va_end(args);
    return n;
}

int vsscanf(const char *s, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "vsscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsscanf format readable");
    __pm_string(s);
    __pm_string(format);
    int n = scan(s, format, 0, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "sscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "sscanf format readable");
    __pm_string(s);
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(s, format, 0, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_vsscanf(const char *s, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "vsscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsscanf format readable");
    __pm_string(s);
    __pm_string(format);
    int n = scan(s, format, 0, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "sscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "sscanf format readable");
    __pm_string(s);
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(s, format, 1, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_vsscanf(const char *s, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "vsscanf string readable");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vsscanf format readable");
    __pm_string(s);
    __pm_string(format);
    int n = scan(s, format, 1, args);
    __builtin_va_end(args);
    return n;
}
