// What getenv returned may be overwritten by calls that read or change the environment.
// run: bmc --unwind 9 -DCASE=0, bmc --unwind 9 -DCASE=1, bmc --unwind 9 -DCASE=2
// expect: violated
#include <stdlib.h>
int main(void) {
    char *a = getenv("A");
    if (!a || !*a)
        return 0;
    char before = *a;
#if CASE == 0
    getenv("B");
#elif CASE == 1
    setenv("B", "x", 1);
#else
    unsetenv("A");
#endif
    __CPROVER_assert(*a == before, "as before"); // error: [main.assertion.1]
    return 0;
}
