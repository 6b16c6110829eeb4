// run: check
// expect: violated
// How the last places are rounded is left open.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(exp(1.0) == 2.718281828459045); // error: [main.assertion.1]
    return 0;
}
