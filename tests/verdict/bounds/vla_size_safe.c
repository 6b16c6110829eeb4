// run: check --32
// expect: safe
// No array is larger than an object can be: its size in bytes does not wrap around.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 1)
        return 0;
    int a[n];
    a[n - 1] = 5;
    assert(a[n - 1] == 5);
    return 0;
}
