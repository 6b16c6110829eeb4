// run: bmc
// expect: proved
#include <errno.h>
#include <math.h>
int main(void) {
    volatile double x = -1.0, four = 4.0;
    errno = 0;
    double z = sqrt(four);
    __CPROVER_assert(errno == 0 && z == 2.0, "no error");
    double y = sqrt(x);
    __CPROVER_assert(errno == 0 || errno == EDOM, "one of them");
    return y > 0;
}
