// Of other locales than that of C only the collation is not known.

_Bool __VERIFIER_nondet_bool(void);
extern _Bool __pm_other_collation;

static char name[64];

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
        __pm_havoc(name, sizeof(name));
        name[63] = 0;
        return name;
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
    return &c;
}
