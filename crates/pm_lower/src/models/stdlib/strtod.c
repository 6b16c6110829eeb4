// strtod, strtof, strtold, atof: correctly rounded (to nearest, ties to even), for the C locale, with errno.
//
// A decimal number is D * 10^E with D a big integer. Where both D and 10^|E| are numbers of the format, one operation rounds
// correctly (Clinger, "How to Read Floating Point Numbers Accurately"); otherwise the quotient of two
// big integers is developed bit by bit to one bit more than the precision, and the rest decides the rounding.
// Of more than 800 significant digits the rest only counts as "not zero", which is exact for float and double.
typedef unsigned int word;
extern _Bool __pm_other_locale;
void __pm_set_errno(int code);

// Little endian, base 2^32; 1,300 words hold 10^(4932 + 900) * 2^66 and more.
struct big {
    int size;
    word w[1300];
};

struct format {
    int precision;
    int min_exponent; // of the lowest bit of subnormals
    int max_exponent; // of the highest bit
    int max_decimal;  // 10^max_decimal and beyond is too large
    int exact_digits; // so many digits, and powers of ten, are exact
    int exact_power;
};

static void multiply_add(struct big *b, word factor, word add) {
    unsigned long long carry = add;
    for (int i = 0; i < b->size; i++) {
        carry += (unsigned long long)b->w[i] * factor;
        b->w[i] = (word)carry;
        carry >>= 32;
    }
    if (carry)
        b->w[b->size++] = (word)carry;
}

static void multiply_power10(struct big *b, int n) {
    for (; n >= 9; n -= 9)
        multiply_add(b, 1000000000, 0);
    for (; n > 0; n--)
        multiply_add(b, 10, 0);
}

static void shift_left(struct big *b, int n) {
    int words = n / 32, bits = n % 32;
    if (b->size == 0)
        return;
    b->w[b->size] = 0;
    for (int i = b->size; i >= 0; i--) {
        word high = b->w[i] << bits;
        word low = bits && i > 0 ? b->w[i - 1] >> (32 - bits) : 0;
        b->w[i + words] = high | low;
    }
    for (int i = 0; i < words; i++)
        b->w[i] = 0;
    b->size += words + 1;
    while (b->size > 0 && b->w[b->size - 1] == 0)
        b->size--;
}

static int bit_length(const struct big *b) {
    if (b->size == 0)
        return 0;
    return b->size * 32 - __builtin_clz(b->w[b->size - 1]);
}

static int less(const struct big *a, const struct big *b) {
    if (a->size != b->size)
        return a->size < b->size;
    for (int i = a->size - 1; i >= 0; i--)
        if (a->w[i] != b->w[i])
            return a->w[i] < b->w[i];
    return 0;
}

static void subtract(struct big *a, const struct big *b) {
    unsigned long long borrow = 0;
    for (int i = 0; i < a->size; i++) {
        unsigned long long y = (i < b->size ? b->w[i] : 0) + borrow;
        borrow = a->w[i] < y;
        a->w[i] = (word)(a->w[i] + (borrow << 32) - y);
    }
    while (a->size > 0 && a->w[a->size - 1] == 0)
        a->size--;
}

// mantissa * 2^exponent where the mantissa has at most 64 bits, rounded to the format. `rest`: more, below the lowest bit.
static long double assemble(unsigned long long mantissa, int exponent, int rest, const struct format *f, int *range) {
    int bits = 64 - __builtin_clzll(mantissa);
    int drop = bits - f->precision;
    if (exponent + drop < f->min_exponent)
        drop = f->min_exponent - exponent;
    if (drop > 0) {
        unsigned long long kept = drop < 64 ? mantissa >> drop : 0;
        unsigned long long half = drop <= 64 ? 1ULL << (drop - 1) : 0;
        unsigned long long cut = drop < 64 ? mantissa & ((half << 1) - 1) : mantissa;
        if (drop <= 64 && (cut > half || (cut == half && (rest || (kept & 1)))))
            kept++;
        if (bits - drop < f->precision && (rest || cut))
            *range = 1;
        mantissa = kept;
        exponent += drop;
    }
    if (mantissa == 0)
        return 0.0L;
    bits = 64 - __builtin_clzll(mantissa);
    if (exponent + bits - 1 > f->max_exponent) {
        *range = 1;
        return __builtin_infl();
    }
    return __builtin_scalbnl((long double)mantissa, exponent);
}

// numerator / denominator * 2^exponent, both not zero.
static long double divide(struct big *numerator, struct big *denominator, int exponent, const struct format *f, int *range) {
    int shift = bit_length(denominator) - bit_length(numerator) + 63;
    if (shift > 0)
        shift_left(numerator, shift);
    if (shift < 0)
        shift_left(denominator, -shift);
    // Now 2^62 < quotient < 2^64.
    unsigned long long quotient = 0;
    shift_left(denominator, 63);
    for (int i = 63; i >= 0; i--) {
        quotient <<= 1;
        if (!less(numerator, denominator)) {
            subtract(numerator, denominator);
            quotient |= 1;
        }
        shift_left(numerator, 1);
    }
    exponent -= shift;
    int rest = numerator->size > 0;
    if (f->precision == 64 && !(quotient >> 63)) {
        // One more bit is needed for a full mantissa.
        quotient <<= 1;
        exponent--;
        if (!less(numerator, denominator)) {
            subtract(numerator, denominator);
            quotient |= 1;
        }
        shift_left(numerator, 1);
        rest = numerator->size > 0;
    }
    if (f->precision < 64 || exponent < f->min_exponent)
        return assemble(quotient, exponent, rest, f, range);
    // The mantissa is full: the round bit is the next bit of the quotient.
    int round = 0;
    if (!less(numerator, denominator)) {
        subtract(numerator, denominator);
        round = 1;
    }
    rest = numerator->size > 0;
    if (round && (rest || (quotient & 1))) {
        quotient++;
        if (quotient == 0) {
            quotient = 1ULL << 63;
            exponent++;
        }
    }
    return assemble(quotient, exponent, 0, f, range);
}

static int is_word(const char *p, const char *lower) {
    int n = 0;
    while (lower[n]) {
        if ((p[n] | 32) != lower[n])
            return 0;
        n++;
    }
    return n;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (c | 32) - 'a' + 10;
    return -1;
}

// Reads `e+12` (marker is the lower case letter) and moves p behind it; no exponent is 0. Large ones saturate.
static int read_exponent(const char **pp, char marker) {
    const char *p = *pp;
    if ((*p | 32) != marker)
        return 0;
    p++;
    int negative = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    if (!(*p >= '0' && *p <= '9'))
        return 0;
    int e = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        if (e < 100000000)
            e = e * 10 + (*p - '0');
    *pp = p;
    return negative ? -e : e;
}

// The bigs are static: they are large, and every use sets them up first.
static struct big numerator, denominator;

static void set(struct big *b, word value) {
    b->size = value ? 1 : 0;
    b->w[0] = value;
}

static void append(struct big *b, word base, word digit) {
    if (b->size == 0)
        set(b, digit);
    else
        multiply_add(b, base, digit);
}

// The first digits of a text are the numerator.
static void read_digits(const char *first, const char *past, int count, word base) {
    set(&numerator, 0);
    for (const char *q = first; q < past && count > 0; q++) {
        if (*q == '.')
            continue;
        append(&numerator, base, (word)hex_digit(*q));
        count--;
    }
}

static long double read_hexadecimal(const char **pp, const struct format *f, int *range) {
    const char *p = *pp, *first = 0;
    unsigned long long small = 0;
    int digits = 0, exponent = 0, point = 0, rest = 0;
    for (;; p++) {
        int d = hex_digit(*p);
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (d < 0)
            break;
        if (digits == 0 && d == 0) {
            exponent -= point ? 4 : 0;
            continue;
        }
        if (!first)
            first = p;
        digits++;
        if (digits <= 15)
            small = small << 4 | (unsigned long long)d;
        if (digits > 800) {
            rest |= d != 0;
            exponent += point ? 0 : 4;
        } else {
            exponent -= point ? 4 : 0;
        }
    }
    const char *past = p;
    exponent += read_exponent(&p, 'p');
    *pp = p;
    if (digits == 0)
        return 0.0L;
    if (exponent > 40000) {
        *range = 1;
        return __builtin_infl();
    }
    if (exponent < -40000)
        exponent = -40000;
    if (digits <= 15)
        return assemble(small, exponent, 0, f, range);
    read_digits(first, past, digits < 800 ? digits : 800, 16);
    if (rest) {
        append(&numerator, 16, 1);
        exponent -= 4;
    }
    set(&denominator, 1);
    return divide(&numerator, &denominator, exponent, f, range);
}

static const double power10[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Rounds once, so in the format itself.
static long double one_operation(unsigned long long digits, int exponent, const struct format *f) {
    double power = power10[exponent < 0 ? -exponent : exponent];
    if (f->precision == 24)
        return exponent < 0 ? (float)digits / (float)power : (float)digits * (float)power;
    if (f->precision == 53)
        return exponent < 0 ? (double)digits / power : (double)digits * power;
    return exponent < 0 ? (long double)digits / power : (long double)digits * power;
}

static long double read_decimal(const char **pp, const struct format *f, int *range) {
    const char *p = *pp;
    unsigned long long small = 0;
    int digits = 0, exponent = 0, point = 0, rest = 0, dropped = 0;
    const char *first = 0;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (!(*p >= '0' && *p <= '9'))
            break;
        int d = *p - '0';
        if (digits == 0 && d == 0) {
            exponent -= point;
            continue;
        }
        if (!first)
            first = p;
        digits++;
        if (digits <= 19)
            small = small * 10 + (unsigned long long)d;
        if (digits > 800) {
            rest |= d != 0;
            exponent += !point;
            dropped++;
        } else {
            exponent -= point;
        }
    }
    const char *past = p;
    exponent += read_exponent(&p, 'e');
    *pp = p;
    if (digits == 0)
        return 0.0L;
    int kept = digits - dropped;
    if (exponent + kept > f->max_decimal) {
        *range = 1;
        return __builtin_infl();
    }
    if (exponent + kept < -f->max_decimal - 40) {
        *range = 1;
        return 0.0L;
    }
    if (digits <= 19 && exponent == 0)
        return assemble(small, 0, 0, f, range);
    if (digits <= f->exact_digits && exponent >= -f->exact_power && exponent <= f->exact_power)
        return one_operation(small, exponent, f);
    read_digits(first, past, kept, 10);
    if (rest) {
        append(&numerator, 10, 1);
        exponent--;
    }
    set(&denominator, 1);
    if (exponent > 0)
        multiply_power10(&numerator, exponent);
    else
        multiply_power10(&denominator, -exponent);
    return divide(&numerator, &denominator, 0, f, range);
}

static long double parse(const char *s, char **end, const struct format *f) {
    if (__pm_other_locale)
        __pm_depends_on_locale();
    const char *p = s;
    int range = 0;
    long double value;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    int negative = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    int n;
    if ((n = is_word(p, "infinity")) || (n = is_word(p, "inf"))) {
        p += n;
        value = __builtin_infl();
    } else if ((n = is_word(p, "nan"))) {
        p += n;
        value = (long double)__builtin_nan("");
        if (*p == '(') {
            const char *q = p + 1;
            while (*q == '_' || (*q >= '0' && *q <= '9') || ((*q | 32) >= 'a' && (*q | 32) <= 'z'))
                q++;
            if (*q == ')')
                p = q + 1;
        }
    } else if (p[0] == '0' && (p[1] | 32) == 'x' && (hex_digit(p[2]) >= 0 || (p[2] == '.' && hex_digit(p[3]) >= 0))) {
        p += 2;
        value = read_hexadecimal(&p, f, &range);
    } else if ((*p >= '0' && *p <= '9') || (*p == '.' && p[1] >= '0' && p[1] <= '9')) {
        value = read_decimal(&p, f, &range);
    } else {
        if (end)
            *end = (char *)s;
        return 0.0L;
    }
    if (end)
        *end = (char *)p;
    if (range)
        __pm_set_errno(34);
    return negative ? -value : value;
}

static const struct format single_format = {24, -149, 127, 39, 7, 10};
static const struct format double_format = {53, -1074, 1023, 309, 15, 22};
static const struct format extended_format = {64, -16445, 16383, 4933, 19, 22};

float strtof(const char *s, char **end) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtof argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtof end pointer writable");
    return (float)parse(s, end, &single_format);
}

double strtod(const char *s, char **end) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtod argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtod end pointer writable");
    return (double)parse(s, end, &double_format);
}

long double strtold(const char *s, char **end) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "strtold argument readable");
    __CPROVER_precondition(end == 0 || __CPROVER_w_ok(end, sizeof(char *)), "strtold end pointer writable");
    return parse(s, end, &extended_format);
}

double atof(const char *s) {
    __CPROVER_precondition(__CPROVER_r_ok(s, 1), "atof argument readable");
    return (double)parse(s, 0, &double_format);
}
