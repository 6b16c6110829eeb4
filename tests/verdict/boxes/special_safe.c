// run: check --engine bmc
// expect: safe
// The twin of special.c, with an integer that chooses; zero of either sign is divided by, never by zero.
#include <assert.h>
float nondet_float(void);
int nondet_int(void);
int main(void) {
    float x = nondet_float();
    int n = nondet_int();
    if (!(x >= 0.0f && x <= 1.0f) || n < 1 || n > 4)
        return 0;
    float z = x / (float)n;
    if (n == 4)
        z = -z;
    assert(z < 1.5f && z >= -0.5f);
    return 0;
}
