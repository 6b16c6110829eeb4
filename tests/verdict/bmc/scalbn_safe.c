// expect: safe
#include <assert.h>
#include <math.h>
float nondet_float(void);
int nondet_int(void);
int main(void) {
    float x = nondet_float();
    int n = nondet_int();
    if (!(x >= 1 && x < 2 && n > -100 && n < 100))
        return 0;
    float y = scalbnf(x, n);
    assert(y > 0 && isfinite(y));
    assert(n < 3 || y >= 8);
    assert(scalbnf(y, -n) == x);
    return 0;
}
