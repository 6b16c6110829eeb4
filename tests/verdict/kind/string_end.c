// run: check --engine kind --32
// expect: violated
// The twin of string_end_safe.c: nothing stops the loop.
char nondet_char(void);
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 1)
        n = 1;
    char *s = __builtin_alloca(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = nondet_char();
    s[n - 1] = 1;
    char *p = s;
    while (*p) // error: [main.pointer.3]
        p++;
    return 0;
}
