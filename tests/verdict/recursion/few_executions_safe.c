// Most calls deep down exist in no execution: bounded model checking does not follow them.
// run: check --engine bmc --timeout 60
// expect: safe
char nondet_char(void);

static const char *at;
static int values;

static void skip(void) {
    while (*at == ' ' || *at == '\t')
        at++;
}

static int value(void);

static int list(char close, int named) {
    at++;
    skip();
    while (*at != close) {
        if (named) {
            if (!value())
                return 0;
            skip();
            if (*at != ':')
                return 0;
            at++;
        }
        if (!value())
            return 0;
        skip();
        if (*at != ',')
            break;
        at++;
    }
    if (*at != close)
        return 0;
    at++;
    return 1;
}

static int value(void) {
    skip();
    if (*at == '[')
        return list(']', 0);
    if (*at == '{')
        return list('}', 1);
    if (*at < '0' || *at > '9')
        return 0;
    while (*at >= '0' && *at <= '9')
        at++;
    values++;
    return 1;
}

int main(void) {
    char text[4];
    for (int i = 0; i < 3; i++)
        text[i] = nondet_char();
    text[3] = 0;
    at = text;
    int is_one = value();
    __CPROVER_assert(at <= text + 3, "not beyond the end");
    __CPROVER_assert(!is_one || values <= 1, "one value");
}
