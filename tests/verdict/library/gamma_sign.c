// lgamma says the sign of the gamma function in signgam.
// run: bmc
// expect: violated
#include <assert.h>
#define _DEFAULT_SOURCE
#include <math.h>
int main(void) {
    signgam = 1;
    lgamma(-0.5);
    assert(signgam == 1); // error: [main.assertion.1]
    return 0;
}
