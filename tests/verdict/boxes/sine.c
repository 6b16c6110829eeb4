// run: check --engine bmc
// expect: violated
// The twin of sine_safe.c: without the last term the value reaches only 0.9375 at 1.5, but it is above 0.94 at 1.41.
#include <assert.h>
float nondet_float(void);
static float sine(float x) {
    float square = x * x;
    return x - x * square / 6.0f;
}
int main(void) {
    float angle = nondet_float();
    if (!(angle >= -1.5f && angle <= 1.5f))
        return 0;
    float y = sine(angle);
    assert(y <= 0.94f); // error: [main.assertion.1]
    return 0;
}
