// run: run, bmc, bmc --engine bmc
// expect: safe
#include <math.h>
int main(void) {
    int q;
    float r = remquof(7.0f, 4.0f, &q);
    __CPROVER_assert(r == -1.0f && (q & 7) == 2, "rounded up");
    double d = remquo(-29.0, 3.0, &q);
    __CPROVER_assert(d == 1.0 && q < 0 && (-q & 7) == 2, "negative");
    long double l = remquol(5.0L, 2.0L, &q);
    __CPROVER_assert(l == 1.0L && (q & 7) == 2, "to even");
    d = remquo(1.0, INFINITY, &q);
    __CPROVER_assert(d == 1.0 && (q & 7) == 0, "infinite");
    __CPROVER_assert(isnan(remquo(1.0, 0.0, &q)), "by zero");
    return 0;
}
