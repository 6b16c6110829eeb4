// Formatted input from streams is nondeterministic: the number of conversions that succeed (or EOF), then their values.
// Strings without a field width are of any length.
typedef typeof(sizeof(0)) size_t;
extern void *stdin;
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
long double __VERIFIER_nondet_long_double(void);
size_t __VERIFIER_nondet_size_t(void);
void *__VERIFIER_nondet_pointer(void);
void __pm_store_integer(int size, void *target, unsigned long long value);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

static const char *skip_set(const char *p) {
    if (*p == '^')
        p++;
    if (*p == ']')
        p++;
    while (*p != 0 && *p != ']')
        p++;
    return *p == ']' ? p + 1 : p;
}

// Is the character in the set that stands at `p`, behind its bracket?
static int in_set(char c, const char *p) {
    int negated = *p == '^';
    if (negated)
        p++;
    const char *first = p;
    for (; *p != 0 && (*p != ']' || p == first); p++) {
        if (p[1] == '-' && p[2] != ']' && p[2] != 0) {
            if ((unsigned char)c >= (unsigned char)p[0] && (unsigned char)c <= (unsigned char)p[2])
                return !negated;
            p += 2;
        } else if (*p == c) {
            return !negated;
        }
    }
    return negated;
}

static int is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The largest number of `digits` digits; 0 where every number has so few.
static unsigned long long largest(size_t digits, unsigned int base) {
    unsigned long long n = 1;
    for (size_t i = 0; i < digits; i++) {
        if (n > ~0ULL / base)
            return 0;
        n *= base;
    }
    return n - 1;
}

// What a conversion with a field width can give: digits, or a sign and one digit less.
static int possible(long long value, size_t width, unsigned int base) {
    unsigned long long most = largest(width, base), least = largest(width - 1, base);
    int too_large = value > 0 && most != 0 && (unsigned long long)value > most;
    int too_small = value < 0 && (width == 1 || (least != 0 && -(unsigned long long)value > least));
    return !too_large && !too_small;
}

// A value of the width's size; zero where the choice is none of them.
static long long limited(long long value, size_t width, char conversion) {
    if (width == 0)
        return value;
    // 0x takes two characters, so that from 12 on hexadecimal numbers are the larger ones.
    unsigned int base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' || (conversion == 'i' && width >= 12) ? 16 : 10;
    return possible(value, width, base) ? value : 0;
}

// A number of the target's size. Of an unsigned type one above its half may be what a minus makes of a small one.
static void read_integer(int size, void *target, size_t width, char conversion) {
    long long value = size == 'H' ? __VERIFIER_nondet_char()
        : size == 'h'             ? __VERIFIER_nondet_short()
        : size == 'l'             ? __VERIFIER_nondet_long()
        : size == 'L'             ? __VERIFIER_nondet_longlong()
        : size == 'z'             ? (long long)__VERIFIER_nondet_size_t()
                                  : __VERIFIER_nondet_int();
    __pm_store_integer(size, target, (unsigned long long)limited(value, width, conversion));
}

// The number of characters so far, which any type can hold.
static void read_count(int size, void *target) {
    int most = size == 'H' ? 0x7f : size == 'h' ? 0x7fff : 0x7fffffff;
    __pm_store_integer(size, target, (unsigned long long)(__VERIFIER_nondet_int() & most));
}

static void read_float(int size, void *target) {
    if (size == 'L')
        *(long double *)target = __VERIFIER_nondet_long_double();
    else if (size == 'l')
        *(double *)target = __VERIFIER_nondet_double();
    else
        *(float *)target = __VERIFIER_nondet_float();
}

// A character of the set; of %s (no set) one that is no space.
static char read_member(const char *set) {
    char c = __VERIFIER_nondet_char();
    if (!set)
        return c == 0 || is_space(c) ? 'x' : c;
    if (c != 0 && in_set(c, set))
        return c;
    for (int i = 1; i < 256; i++)
        if (in_set((char)i, set))
            return (char)i;
    return 'x';
}

// At least one character, at most `width` (0: no limit), and the terminator.
static void read_string(char *target, size_t width, const char *set) {
    size_t i = 0;
    do {
        target[i++] = read_member(set);
    } while (i != width && __VERIFIER_nondet_bool());
    target[i] = 0;
}

static void read_characters(char *target, size_t width) {
    size_t n = width == 0 ? 1 : width;
    for (size_t i = 0; i < n; i++)
        target[i] = __VERIFIER_nondet_char();
}

// No more input: the end of the file, an error, or, where `matching`, input that does not fit.
static void stop(struct file *f, int matching) {
    if (matching && !__VERIFIER_nondet_bool())
        return;
    if (__VERIFIER_nondet_bool())
        f->error = 1;
    else
        f->eof = 1;
}

static int scan(struct file *f, const char *format, __builtin_va_list args) {
    int limit = __VERIFIER_nondet_int();
    int done = 0;
    if (limit < 0) {
        stop(f, 0);
        return -1;
    }
    const char *p = format;
    while (*p != 0) {
        if (*p++ != '%')
            continue;
        if (*p == '%') {
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
        const char *set = conversion == '[' ? p : 0;
        if (set)
            p = skip_set(p);
        if (!keep)
            continue;
        if (conversion != 'n' && done == limit) {
            stop(f, 1);
            return done;
        }
        void *target = __builtin_va_arg(args, void *);
        switch (conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            read_integer(size, target, width, conversion);
            break;
        case 'n':
            read_count(size, target);
            continue;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            read_float(size, target);
            break;
        case 's':
        case '[':
            __CPROVER_assert(size == 0, "wide strings are not modelled by scanf");
            read_string(target, width, set);
            break;
        case 'c':
            __CPROVER_assert(size == 0, "wide characters are not modelled by scanf");
            read_characters(target, width);
            break;
        case 'p':
            *(void **)target = __VERIFIER_nondet_pointer();
            break;
        default:
            __CPROVER_assert(0, "scanf conversion specifier is one of C's");
            return done;
        }
        done++;
    }
    return done;
}

int scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    return scan(stdin, format, args);
}

int vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    return scan(stream, format, args);
}

int __isoc99_scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    return scan(stdin, format, args);
}

int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    return scan(stream, format, args);
}

int __isoc23_scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    return scan(stdin, format, args);
}

int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    return scan(stream, format, args);
}
