// run: check
// expect: violated
// Where arguments are constants results are near the true values, and no further.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(exp(1.0) > 2.7182 && exp(1.0) < 2.7183);
    assert(sinf(0.5f) < 0.47f); // error: [main.assertion.2]
    return 0;
}
