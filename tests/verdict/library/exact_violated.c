// run: bmc, bmc --engine kind
// expect: violated
#include <arpa/inet.h>
#include <strings.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1)
        __CPROVER_assert(ffs(8) == 3, "ffs"); // error: [main.assertion.1]
    if (n == 2)
        __CPROVER_assert(htons(0x0102) == 0x0102, "byte order"); // error: [main.assertion.2]
    if (n == 3)
        __CPROVER_assert(__builtin_powi(2.0, 3) == 6.0, "powi"); // error: [main.assertion.3]
    return 0;
}
