// Of other locales than that of C nothing is known: their collation, characters and decimal point.

_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
void __pm_string(const char *s);
extern _Bool __pm_other_locale;

static char first[65536], second[65536], third[65536], fourth[65536];
static _Bool is_used;

// Any name, at the end of its object, so that what is behind it is outside.
static char *fill(char *object) {
    __pm_havoc(object, 65535);
    return object + 65535 - __VERIFIER_nondet_uint() % 65536;
}

// A later call may overwrite what an earlier one returned, or not.
static char *any_name(void) {
    unsigned int n = is_used ? __VERIFIER_nondet_uint() % 4 : 0;
    is_used = 1;
    if (n == 0)
        return fill(first);
    if (n == 1)
        return fill(second);
    return n == 2 ? fill(third) : fill(fourth);
}

static _Bool is_of_c(const char *locale) {
    if (locale[0] == 'C')
        return locale[1] == 0;
    return locale[0] == 'P' && locale[1] == 'O' && locale[2] == 'S' && locale[3] == 'I' && locale[4] == 'X' && locale[5] == 0;
}

// Whether another locale is there is open, and what its name is.
char *setlocale(int category, const char *locale) {
    __CPROVER_precondition(locale == 0 || __CPROVER_r_ok(locale, 1), "setlocale name readable");
    if (locale)
        __pm_string(locale);
    if (__VERIFIER_nondet_bool()) {
        if (locale && !is_of_c(locale))
            __pm_other_locale = 1;
        return any_name();
    }
    if (locale && !is_of_c(locale) && (locale[0] != 0 || __VERIFIER_nondet_bool()))
        return 0;
    return "C";
}

struct lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    char rest[14];
};

// What a locale says: texts of its own, and numbers of which nothing is known.
static struct lconv *any_conventions(void) {
    static struct lconv any;
    char **texts[10] = {
        &any.decimal_point,     &any.thousands_sep,     &any.grouping,      &any.int_curr_symbol, &any.currency_symbol,
        &any.mon_decimal_point, &any.mon_thousands_sep, &any.mon_grouping,  &any.positive_sign,   &any.negative_sign,
    };
    for (int i = 0; i < 10; i++)
        *texts[i] = fill(__pm_alloc_static(65536));
    __pm_havoc(any.rest, 14);
    return &any;
}

struct lconv *localeconv(void) {
    if (__pm_other_locale)
        return any_conventions();
    static struct lconv c = {".", "", "", "", "", "", "", "", "", "", {[0 ... 13] = 127}};
    static struct lconv other = {".", "", "", "", "", "", "", "", "", "", {[0 ... 13] = 127}};
    return __pm_addresses_are_seen() && __VERIFIER_nondet_bool() ? &other : &c;
}
