// run: bmc, bmc --engine kind
// expect: violated
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char name[3] = "ab";
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        name[1] = 0;
    int n = printf("%d", 256);
    __CPROVER_assert(n == 3, "constant"); // error: [main.assertion.1]
    n = printf("%d%%\n", x);
    __CPROVER_assert(n < 0 || n >= 3 && n <= 12, "any number"); // error: [main.assertion.2]
    n = printf("%s|%3s|%c", name, name, x);
    __CPROVER_assert(n < 0 || n == 7, "strings"); // error: [main.assertion.3]
    return 0;
}
