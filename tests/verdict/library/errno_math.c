// Whether errno tells of an error of a mathematical function is open.
// run: bmc
// expect: violated
#include <errno.h>
#include <math.h>
int main(void) {
    volatile double x = -1.0;
    errno = 0;
    double y = sqrt(x);
    __CPROVER_assert(errno == EDOM, "set"); // error: [main.assertion.1]
    __CPROVER_assert(errno == 0, "not set"); // error: [main.assertion.2]
    return y > 0;
}
