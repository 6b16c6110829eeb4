// run: check --engine kind --32
// expect: safe
// A walking pointer and a count that goes down: together they are the size.
char nondet_char(void);
int nondet_int(void);
static void copy(char *to, char with, unsigned size) {
    while (--size)
        *to++ = with;
    *to = 0;
}
int main(void) {
    int n = nondet_int();
    if (n < 1)
        return 0;
    char *to = __builtin_alloca(n);
    copy(to, nondet_char(), n);
    return 0;
}
