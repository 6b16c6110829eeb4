// run: check --engine kind
// expect: safe
// The element with a constant index keeps one of two values.
#include <assert.h>
#define N 100000
int a[N];
unsigned nondet_unsigned(void);

int main(void) {
    unsigned n = nondet_unsigned();
    if (n >= N)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = i;
    assert(a[5] == 0 || a[5] == 5);
    return 0;
}
