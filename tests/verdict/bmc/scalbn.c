// expect: violated
#include <assert.h>
#include <math.h>
double nondet_double(void);
int nondet_int(void);
int main(void) {
    double x = nondet_double();
    int n = nondet_int();
    if (!(x >= 1 && x < 2))
        return 0;
    assert(ldexp(x, n) != 12.0); // error: [main.assertion.1]
    return 0;
}
