// run: check --engine kind --32
// expect: safe
// A loop to the end of a string: what stops it is the zero in the last element.
char nondet_char(void);
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 1)
        n = 1;
    char *s = __builtin_alloca(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = nondet_char();
    s[n - 1] = 0;
    char *p = s;
    while (*p)
        p++;
    return 0;
}
