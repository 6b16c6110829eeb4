// run: check --engine bmc
// expect: safe
// A polynomial for the sine stays below what the caller relies on; a SAT solver alone takes minutes.
#include <assert.h>
float nondet_float(void);
static float sine(float x) {
    float square = x * x;
    return x - x * square / 6.0f + x * square * square / 120.0f;
}
int main(void) {
    float angle = nondet_float();
    if (!(angle >= -1.5f && angle <= 1.5f))
        return 0;
    float y = sine(angle);
    assert(y >= -1.01f && y <= 1.01f);
    return 0;
}
