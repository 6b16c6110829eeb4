// Where nothing else can fail for want of memory, it does not fail either.
// run: run, bmc --no-malloc-may-fail
// expect: safe
#include <stdlib.h>
static void done(void) {}
int main(void) {
    __CPROVER_assert(atexit(done) == 0, "registered");
    return 0;
}
