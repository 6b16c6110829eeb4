// run: check --engine bmc
// expect: violated
// Not a number is in no range: the comparison is false of it, though it is not above the bound.
#include <assert.h>
float nondet_float(void);
int main(void) {
    float x = nondet_float(), y = nondet_float();
    if (x > 1.0f || y > 1.0f || x < 0.0f || y < 0.0f)
        return 0;
    float z = x * y / 3.0f;
    assert(z < 0.34f); // error: [main.assertion.1]
    return 0;
}
