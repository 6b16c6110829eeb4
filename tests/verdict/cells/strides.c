// run: check --engine kind --max-k-step 1
// expect: inconclusive
// The second loop ends too early.
#include <assert.h>
#define N 40000
int a[N];
int nondet_int(void);

int main(void) {
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = 5;
    for (int i = 0; i < N / 2 - 1; i++)
        a[2 * i + 1] = nondet_int() & 7 | 1;
    for (int i = 0; i < N; i++)
        assert(a[i] != 0);
    return 0;
}
