// What is beyond the precision is not read; a negative one is none; a width reads nothing.
// run: bmc --engine bmc
// expect: safe
int printf(const char *format, ...);
int __VERIFIER_nondet_int(void);
int main(void) {
    char name[3] = {'a', 'b', 'c'};
    int length = __VERIFIER_nondet_int();
    printf("%.*s %*d\n", length, "text", length, 5);
    if (length < 0 || length > 3) return 0;
    printf("%.*s %s\n", length, name, "text");
    return 0;
}
