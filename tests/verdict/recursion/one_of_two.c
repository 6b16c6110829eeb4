// run: check --engine kind
// expect: violated
// Contracts prove one of two assertions, after they could not prove the other: that says nothing of the other.
#include <assert.h>
unsigned nondet_uint(void);
unsigned f(unsigned n, unsigned m);
unsigned f(unsigned n, unsigned m) {
    if (n == 0) return m;
    unsigned r0 = f(n - 1, 2u);
    unsigned r1 = f(n - 1, (r0 + n));
    return (r1 - m);
}
int main(void) {
    unsigned a = nondet_uint(), b = nondet_uint();
    if (a > 3 || b > 0) return 0;
    while (nondet_uint() && a < 3) a++;
    unsigned r = f(a, b);
    assert((4u == (a + a) ? r : a) > a); // error: [main.assertion.1]
    assert((a & b) < r);
    return 0;
}
