// Formatted input from streams is nondeterministic: the number of directives that the input matches (literal text and conversions, also suppressed
// ones; white space always does, and %n reads nothing), or EOF, then their values.
// Strings without a field width are of any length.
typedef typeof(sizeof(0)) size_t;
typedef typeof(L'a') wchar_t;
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
void __pm_fails(int usual);
void __pm_store_integer(int size, void *target, unsigned long long value);
void __pm_string(const char *s);

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

// A reason of __pm_gap.
enum {
    ALLOCATES = 1
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

// The largest number that every integer of that size can hold.
static unsigned long long maximum(int size) {
    return size == 'H' ? 0x7f
        : size == 'h'  ? 0x7fff
        : size == 'l'  ? ~0UL >> 1
        : size == 'L'  ? ~0ULL >> 1
        : size == 'z'  ? (size_t)-1 >> 1
                       : ~0U >> 1;
}

// A value of the width's size: digits, or a sign and one digit less; zero where the choice is none of them. Where the target cannot hold all of
// these, it may get anything (C11 7.21.6.2p10).
static long long limited(int size, long long value, size_t width, char conversion) {
    if (width == 0)
        return value;
    // 0x takes two characters, so that from 12 on hexadecimal numbers are the larger ones.
    unsigned int base = conversion == 'o' ? 8 : conversion == 'b' ? 2 : conversion == 'x' || conversion == 'X' || (conversion == 'i' && width >= 12) ? 16 : 10;
    unsigned long long most = largest(width, base);
    if (most == 0 || most > maximum(size))
        return value;
    long long least = -(long long)largest(width - 1, base);
    return value >= least && value <= (long long)most ? value : 0;
}

// A number of the target's size. Of an unsigned type one above its half may be what a minus makes of a small one.
static void read_integer(int size, void *target, size_t width, char conversion) {
    long long value = size == 'H' ? __VERIFIER_nondet_char()
        : size == 'h'             ? __VERIFIER_nondet_short()
        : size == 'l'             ? __VERIFIER_nondet_long()
        : size == 'L'             ? __VERIFIER_nondet_longlong()
        : size == 'z'             ? (long long)__VERIFIER_nondet_size_t()
                                  : __VERIFIER_nondet_int();
    __pm_store_integer(size, target, (unsigned long long)limited(size, value, width, conversion));
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

// Beyond ASCII any wide character may be there: sets name characters, and locales differ.
static wchar_t read_wide_member(const char *set) {
    int c = __VERIFIER_nondet_int();
    return c > 127 ? (wchar_t)c : (wchar_t)(unsigned char)read_member(set);
}

static void read_wide_string(wchar_t *target, size_t width, const char *set) {
    size_t i = 0;
    do {
        target[i++] = read_wide_member(set);
    } while (i != width && __VERIFIER_nondet_bool());
    target[i] = 0;
}

static void read_wide_characters(wchar_t *target, size_t width) {
    size_t n = width == 0 ? 1 : width;
    for (size_t i = 0; i < n; i++)
        target[i] = (wchar_t)__VERIFIER_nondet_int();
}

// How far the input has been read.
struct progress {
    struct file *file;
    int left;      // directives that still match
    int done;      // values that were stored
    int converted; // conversions, also suppressed ones
    int ended;     // the end of the file, or an error
};

// Does the input match one more directive? If not it ends here, by its end, by an error, or by something that does not fit.
static int matches(struct progress *at) {
    struct file *f = at->file;
    int at_end = f->eof && !f->pushed;
    if (!at_end && at->left > 0) {
        at->left--;
        f->pushed = 0;
        return 1;
    }
    at->ended = at_end || at->left < 0 || __VERIFIER_nondet_bool();
    if (at->ended && !at_end) {
        if (__VERIFIER_nondet_bool())
            f->error = 1;
        else
            f->eof = 1;
        __pm_fails(5);
    }
    f->pushed = 0;
    return 0;
}

// C says EOF where no conversion has completed; of suppressed ones glibc says so, too.
static int result(const struct progress *at) {
    if (!at->ended || at->done > 0)
        return at->done;
    return at->converted == 0 || __VERIFIER_nondet_bool() ? -1 : 0;
}

// A conversion, behind its percent sign.
struct conversion {
    int keep;
    size_t number; // of POSIX's %n$
    size_t width;
    int size;
    char letter;
    const char *set;
};

static const char *parse(const char *p, struct conversion *c) {
    c->keep = *p != '*';
    if (!c->keep)
        p++;
    c->width = 0;
    while (*p >= '0' && *p <= '9')
        c->width = c->width * 10 + (size_t)(*p++ - '0');
    c->number = 0;
    if (*p == '$') {
        p++;
        c->number = c->width;
        for (c->width = 0; *p >= '0' && *p <= '9'; p++)
            c->width = c->width * 10 + (size_t)(*p - '0');
    }
    c->size = 0;
    while (*p == 'h' || *p == 'l' || *p == 'L' || *p == 'q' || *p == 'j' || *p == 'z' || *p == 't') {
        if (*p == 'h')
            c->size = c->size == 'h' ? 'H' : 'h';
        else if (*p == 'l')
            c->size = c->size == 'l' ? 'L' : 'l';
        else
            c->size = *p == 'z' || *p == 't' ? 'z' : 'L';
        p++;
    }
    c->letter = *p;
    if (*p == 0)
        return p;
    p++;
    c->set = c->letter == '[' ? p : 0;
    return c->set ? skip_set(p) : p;
}

static int is_known(char letter) {
    const char *known = "diuoxXbaAeEfFgGs[cp";
    while (*known != 0 && *known != letter)
        known++;
    return *known != 0;
}

static void read_value(const struct conversion *c, void *target) {
    switch (c->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
        read_integer(c->size, target, c->width, c->letter);
        break;
    case 's':
    case '[':
        if (c->size == 'l')
            read_wide_string(target, c->width, c->set);
        else
            read_string(target, c->width, c->set);
        break;
    case 'c':
        if (c->size == 'l')
            read_wide_characters(target, c->width);
        else
            read_characters(target, c->width);
        break;
    case 'p':
        *(void **)target = __VERIFIER_nondet_pointer();
        break;
    default:
        read_float(c->size, target);
        break;
    }
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

static int scan(struct file *f, const char *format, __builtin_va_list args) {
    struct progress at = {f, __VERIFIER_nondet_int(), 0, 0, 0};
    int looked_ahead = 0;
    const char *p = format;
    while (*p != 0) {
        char c = *p++;
        if (is_space(c)) {
            looked_ahead = 1;
            continue;
        }
        if (c != '%' || *p == '%') {
            if (c == '%')
                p++;
            while (*p != 0 && *p != '%' && !is_space(*p))
                p++;
            if (!matches(&at))
                return result(&at);
            looked_ahead = 0;
            continue;
        }
        struct conversion conversion;
        p = parse(p, &conversion);
        if (conversion.letter == 'm')
            __pm_gap(ALLOCATES);
        if (conversion.letter == 0)
            break;
        if (conversion.letter != 'n' && !is_known(conversion.letter)) {
            __CPROVER_assert(0, "scanf conversion specifier is one of C's");
            return at.done;
        }
        void *target = 0;
        if (conversion.keep)
            target = conversion.number > 0 ? numbered(conversion.number, args) : __builtin_va_arg(args, void *);
        if (conversion.letter == 'n') {
            if (conversion.keep)
                read_count(conversion.size, target);
            continue;
        }
        if (!matches(&at)) {
            // Some of the characters may have been stored.
            if (conversion.letter == 'c' && conversion.width > 1 && conversion.keep && __VERIFIER_nondet_bool())
                read_value(&conversion, target);
            return result(&at);
        }
        at.converted++;
        if (conversion.keep) {
            read_value(&conversion, target);
            at.done++;
        }
        looked_ahead = conversion.letter != 'c';
    }
    // What ends a number, a word or white space may be the end of the file.
    if (looked_ahead && !f->eof && __VERIFIER_nondet_bool())
        f->eof = 1;
    return at.done;
}

int scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    __pm_string(format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    __pm_string(format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    __pm_string(format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    __pm_string(format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_scanf(const char *format, ...) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "scanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_fscanf(void *stream, const char *format, ...) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "fscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "fscanf format readable");
    __pm_string(format);
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_vscanf(const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vscanf format readable");
    __pm_string(format);
    int n = scan(stdin, format, args);
    __builtin_va_end(args);
    return n;
}

int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list args) {
    __CPROVER_precondition(__CPROVER_w_ok(stream, sizeof(struct file)), "vfscanf stream is open");
    __CPROVER_precondition(__CPROVER_r_ok(format, 1), "vfscanf format readable");
    __pm_string(format);
    int n = scan(stream, format, args);
    __builtin_va_end(args);
    return n;
}
