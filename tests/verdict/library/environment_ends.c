// A variable ends with its terminator, and each may lie where another one lay, or not.
// run: bmc --unwind 9
// expect: violated
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *a = getenv("A");
    if (a && a[0] == 0)
        return a[1]; // error: [main.pointer
    for (int i = 0; i < 3; i++)
        getenv("B");
    char *e = getenv("E");
    if (a && e)
        __CPROVER_assert(a[0] == e[0], "one buffer"); // error: [main.assertion.1]
    return 0;
}
