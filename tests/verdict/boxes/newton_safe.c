// run: check --engine bmc
// expect: safe
// Two steps of Newton's method for a square root, with divisions, in double.
#include <assert.h>
double nondet_double(void);
int main(void) {
    double a = nondet_double();
    if (!(a >= 1.0 && a <= 2.0))
        return 0;
    double x = 1.25;
    x = (x + a / x) / 2.0;
    x = (x + a / x) / 2.0;
    assert(x * x - a <= 0.01);
    return 0;
}
