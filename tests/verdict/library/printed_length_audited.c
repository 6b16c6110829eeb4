// How many characters these are is known to the interpreter alone.
// run: bmc --engine bmc --audit 50
// expect: violated
#include <stdio.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int printed = printf("%f", __VERIFIER_nondet_double());
    int y = __VERIFIER_nondet_int();
    if (printed == 8)
        __CPROVER_assert(y % 2 < 1, "parity"); // error: [main.assertion.1]
    return 0;
}
