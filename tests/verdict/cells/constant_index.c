// run: check --engine kind
// expect: violated
// Only an element with a constant index is asked for: there are cells, and nothing is chosen.
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
    assert(a[5] != 5); // error: [main.assertion.1]
    return 0;
}
