// A precision that is an argument says how much of a string is read.
// run: bmc --engine bmc
// expect: violated
int printf(const char *format, ...);
int __VERIFIER_nondet_int(void);
int main(void) {
    char name[3] = {'a', 'b', 'c'};
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 4) return 0;
    printf("%.*s\n", length, name); // error: [printf.precondition.2]
    return 0;
}
