// run: bmc --no-malloc-may-fail --unwind 70
// expect: proved
#include <stdlib.h>
static int n;
static void count(void) { n++; }
static void last(void) {
    __CPROVER_assert(n == 31, "the others");
}
int main(void) {
    __CPROVER_assert(!atexit(last), "room");
    for (int i = 0; i < 31; i++)
        __CPROVER_assert(!atexit(count), "room");
    return 0;
}
