// run: check --engine kind --32
// expect: safe
// Two walking pointers and a count: what is left to copy fits behind the end of the string.
char nondet_char(void);
int nondet_int(void);
static void append(char *to, const char *from, unsigned count) {
    char *d = to;
    const char *s = from;
    while (*d)
        d++;
    do {
        if ((*d = *s++) == 0)
            break;
        d++;
    } while (--count);
    *d = 0;
}
int main(void) {
    int n = nondet_int(), m = nondet_int(), count = nondet_int();
    if (n < 1 || m < 1 || count < 1 || n <= count)
        return 0;
    char *to = __builtin_alloca(n), *from = __builtin_alloca(m);
    for (int i = 0; i < m - 1; i++)
        from[i] = nondet_char();
    from[m - 1] = 0;
    to[n - count - 1] = 0;
    append(to, from, count);
    return 0;
}
