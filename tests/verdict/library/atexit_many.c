// Whether there can be more than 64 handlers is open.
// run: bmc --no-malloc-may-fail --unwind 70
// expect: violated
#include <stdlib.h>
static int n;
static void count(void) { n++; }
static void last(void) {
    __CPROVER_assert(n == 64, "the last one was not taken"); // error: [last.assertion.1]
    __CPROVER_assert(n == 65, "the last one was taken"); // error: [last.assertion.2]
}
int main(void) {
    atexit(last);
    for (int i = 0; i < 65; i++)
        atexit(count);
    return 0;
}
