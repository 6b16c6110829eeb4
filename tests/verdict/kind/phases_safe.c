// run: check --engine kind
// expect: proved
// A counter is even from some constant on: executions in which the constants are small show that.
#include <assert.h>

int main(void) {
    unsigned x = 0;
    while (x < 200000000) {
        if (x < 70000)
            x++;
        else
            x += 2;
    }
    assert(x % 2 == 0);
    return 0;
}
