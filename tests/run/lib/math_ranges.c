// run: run --seed 1, run --seed 7, run
// expect: safe
// message: the result of `sin` is any value of its range, not the exact one
// Functions without an exact model stay in their range.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    double s = sin(x), c = cos(x), e = exp(x), h = cosh(x);
    assert(isnan(s) || (s >= -1 && s <= 1));
    assert(isnan(c) || (c >= -1 && c <= 1));
    assert(isnan(e) || e >= 0);
    assert(isnan(h) || h >= 1);
    assert(isnan(log(-1.0)));
    assert(pow(2.0, 0.0) == 1 && sin(0.0) == 0 && exp(0.0) == 1);
    return 0;
}
