// run: bmc
// expect: proved
typedef __SIZE_TYPE__ size_t;
char *strcpy(char *to, const char *from);
int puts(const char *s);
int printed;
size_t strlen(const char *s) {
    return 0;
}
int printf(const char *format, ...) {
    printed++;
    return 0;
}
int __VERIFIER_nondet_int(void) {
    return 1;
}
int main(void) {
    char a[4];
    strcpy(a, "abc");
    puts(a);
    __CPROVER_assert(strlen(a) == 0 && a[2] == 'c' && printed == 0, "each has its own");
    return __VERIFIER_nondet_int() - 1;
}
