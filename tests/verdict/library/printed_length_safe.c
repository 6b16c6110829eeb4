// The number of characters, as snprintf would say it, or a failure.
// run: bmc, bmc --engine kind
// expect: proved
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char name[3] = "ab";
    int x = __VERIFIER_nondet_int();
    unsigned char u = __VERIFIER_nondet_uchar();
    if (x > 0)
        name[1] = 0;
    int n = printf("%d", 256);
    __CPROVER_assert(n == 3 || n < 0, "constant");
    n = printf("%d%%\n", x);
    __CPROVER_assert(n < 0 || n >= 3 && n <= 13, "any number");
    if (x == -10)
        __CPROVER_assert(n == 5 || n < 0, "one number");
    n = fprintf(stderr, "<%#04x>", u);
    __CPROVER_assert(n == 6 || n < 0, "hexadecimal");
    n = printf("%s|%3s|%c", name, name, x);
    __CPROVER_assert(n < 0 || n == (x > 0 ? 7 : 8), "strings");
    n = printf("%.2f %lc", 1.5, x);
    __CPROVER_assert(n >= 0 || n < 0, "any");
    return 0;
}
