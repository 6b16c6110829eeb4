// run: check
// expect: proved
#include <assert.h>
#include <math.h>

int main(void) {
    assert(exp(1) > 2.7182 && exp(1) < 2.7183);
    assert(expf(1) > 2.7182f && expf(1) < 2.7183f);
    assert(expl(1) > 2.7182l && expl(1) < 2.7183l);
    assert(fabs(log(10.0) - 2.302585) < 1e-6);
    assert(fabs(sin(1.0) - 0.841471) < 1e-6);
    assert(fabsl(tanhl(0.5l) - 0.462117l) < 1e-6l);
    // Exact values are exact.
    assert(pow(2.0, 10.0) == 1024.0 && pow(-3.0, 3.0) == -27.0);
    assert(log2(8.0) == 3.0 && log10(1000.0) == 3.0);
    assert(cbrt(27.0) == 3.0 && hypot(3.0, 4.0) == 5.0);
    return 0;
}
