// Strings that a model does not look at, or not to their end: there has to be an end within their object.
typedef typeof(sizeof(0)) size_t;

// Most objects end with a zero, whatever they hold before it (literals, arguments, the environment). Others are read.
void __pm_string(const char *s) {
    size_t room = __CPROVER_OBJECT_SIZE(s) - __CPROVER_POINTER_OFFSET(s);
    if (s[room - 1] == 0)
        return;
    while (*s != 0)
        s++;
}
