// How many characters these are is known to the interpreter alone: no reason to doubt the proof.
// run: bmc --engine bmc --audit 50
// expect: proved
#include <stdio.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int printed = printf("%f", __VERIFIER_nondet_double());
    int y = __VERIFIER_nondet_int();
    if (printed == 8)
        __CPROVER_assert(y % 2 < 2, "parity");
    return 0;
}
