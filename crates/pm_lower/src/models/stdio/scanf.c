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

// What a FILE is here: the same in every unit of stdio.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
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

static void read_integer(int size, void *target) {
    switch (size) {
    case 'H':
        *(char *)target = __VERIFIER_nondet_char();
        break;
    case 'h':
        *(short *)target = __VERIFIER_nondet_short();
        break;
    case 'l':
        *(long *)target = __VERIFIER_nondet_long();
        break;
    case 'L':
        *(long long *)target = __VERIFIER_nondet_longlong();
        break;
    case 'z':
        *(size_t *)target = __VERIFIER_nondet_size_t();
        break;
    default:
        *(int *)target = __VERIFIER_nondet_int();
        break;
    }
}

static void read_float(int size, void *target) {
    if (size == 'L')
        *(long double *)target = __VERIFIER_nondet_long_double();
    else if (size == 'l')
        *(double *)target = __VERIFIER_nondet_double();
    else
        *(float *)target = __VERIFIER_nondet_float();
}

// At least one character, at most `width` (0: no limit), and the terminator.
static void read_string(char *target, size_t width) {
    size_t i = 0;
    do {
        char c = __VERIFIER_nondet_char();
        target[i++] = c == 0 ? 'x' : c;
    } while (i != width && __VERIFIER_nondet_bool());
    target[i] = 0;
}

static void read_characters(char *target, size_t width) {
    size_t n = width == 0 ? 1 : width;
    for (size_t i = 0; i < n; i++)
        target[i] = __VERIFIER_nondet_char();
}

static int scan(struct file *f, const char *format, __builtin_va_list args) {
    int limit = __VERIFIER_nondet_int();
    int done = 0;
    if (limit < 0) {
        f->eof = 1;
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
        if (conversion == '[')
            p = skip_set(p);
        if (!keep)
            continue;
        if (conversion != 'n' && done == limit)
            return done;
        void *target = __builtin_va_arg(args, void *);
        switch (conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            read_integer(size, target);
            break;
        case 'n':
            read_integer(size, target);
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
            read_string(target, width);
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
