// run: bmc
// expect: violated
#include <stdlib.h>
static void done(void) {}
int main(void) {
    __CPROVER_assert(atexit(done) == 0, "registered"); // error: [main.assertion.1]
    return 0;
}
