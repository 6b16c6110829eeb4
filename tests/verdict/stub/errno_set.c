// A function without a body may set errno.
// run: bmc
// expect: violated
#include <errno.h>
void elsewhere(void);
int main(void) {
    errno = 0;
    elsewhere();
    __CPROVER_assert(errno == 0, "as it was"); // error: [main.assertion.1]
    return 0;
}
