// C fixes three bits of the quotient.
// run: bmc, bmc --engine bmc
// expect: violated
#include <math.h>
int main(void) {
    int q;
    double d = remquo(7.0, 4.0, &q);
    __CPROVER_assert(d == 3.0, "truncated"); // error: [main.assertion.1]
    __CPROVER_assert(q == 2, "all of it"); // error: [main.assertion.2]
    remquo(1.0, 0.0, &q);
    __CPROVER_assert((q & 7) == 0, "by zero"); // error: [main.assertion.3]
    return 0;
}
