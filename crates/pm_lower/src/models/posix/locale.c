// Only the C locale exists.

char *setlocale(int category, const char *locale) {
    __CPROVER_precondition(locale == 0 || __CPROVER_r_ok(locale, 1), "setlocale name readable");
    if (locale && !(locale[0] == 0 || (locale[0] == 'C' && locale[1] == 0)))
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
