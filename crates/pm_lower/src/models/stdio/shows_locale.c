// What of formatted output depends on the locale.

// The decimal point is the locale's, and so are the marks between thousands.
_Bool __pm_shows_locale(const char *format) {
    for (const char *p = format; *p != 0; p++) {
        if (*p != '%')
            continue;
        do
            p++;
        while (*p == '*' || *p == '$' || *p == 'h' || *p == 'l' || *p == 'L' || (*p >= ' ' && *p <= '9' && *p != '%' && *p != '\''));
        if (*p == '\'' || (*p | 32) == 'a' || ((*p | 32) >= 'e' && (*p | 32) <= 'g'))
            return 1;
        if (*p == 0)
            return 0;
    }
    return 0;
}
