// run: check --engine bmc
// expect: violated
// The twin of newton_safe.c: the error is more than 0.0005 near the ends of the range only.
#include <assert.h>
double nondet_double(void);
int main(void) {
    double a = nondet_double();
    if (!(a >= 1.0 && a <= 2.0))
        return 0;
    double x = 1.25;
    x = (x + a / x) / 2.0;
    x = (x + a / x) / 2.0;
    assert(x * x - a <= 0.0005); // error: [main.assertion.1]
    return 0;
}
