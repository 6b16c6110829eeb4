// A variable may be longer than any buffer, and two of them are two objects.
// run: bmc --unwind 9
// expect: violated
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *a = getenv("A"), *b = getenv("B");
    if (!a || !b)
        return 0;
    if (__VERIFIER_nondet_int())
        __CPROVER_assert(a == b, "one buffer"); // error: [main.assertion.1]
    char c = a[1000]; // error: [main.pointer.1]
    __CPROVER_assert(c == 0 || a[1001] == 0 || b[0] == 'b', "short"); // error: [main.assertion.2]
    return 0;
}
