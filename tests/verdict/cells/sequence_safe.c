// run: check --engine kind
// expect: safe
// Each element is computed from the one before it: a cell moves with the loop.
#include <assert.h>
#define N 100000
int a[N];

int main(void) {
    a[0] = 7;
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 1;
    for (int i = 0; i < N; i++)
        assert(a[i] == i + 7);
    return 0;
}
