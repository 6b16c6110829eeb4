// run: check --engine kind --max-k-step 1 --no-bounds-check
// expect: inconclusive
// The index of the property is an input that is far beyond the first elements.
#include <assert.h>
#define N 100000
int a[N];
unsigned nondet_unsigned(void);

int main(void) {
    for (int i = 0; i < N - 1; i++)
        a[i] = 1;
    unsigned at = nondet_unsigned();
    if (at < N)
        assert(a[at] == 1);
    return 0;
}
