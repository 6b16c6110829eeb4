// Of other locales than that of C only the collation is not known.

_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __pm_other_collation;

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

// Whether another locale is there is open, and what its name is; what most functions do stays that of the C locale.
char *setlocale(int category, const char *locale) {
    __CPROVER_precondition(locale == 0 || __CPROVER_r_ok(locale, 1), "setlocale name readable");
    if (__VERIFIER_nondet_bool()) {
        if (locale && !is_of_c(locale))
            __pm_other_collation = 1;
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

struct lconv *localeconv(void) {
    static struct lconv c = {".", "", "", "", "", "", "", "", "", "", {[0 ... 13] = 127}};
    static struct lconv other = {".", "", "", "", "", "", "", "", "", "", {[0 ... 13] = 127}};
    return __pm_addresses_are_seen() && __VERIFIER_nondet_bool() ? &other : &c;
}
