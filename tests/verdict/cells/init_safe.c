// run: check --engine kind
// expect: safe
// Every element of a large array is set, and every element is what it was set to.
#include <assert.h>
#define N 100000
int a[N];
int nondet_int(void);

int main(void) {
    int k = nondet_int();
    for (int i = 0; i < N; i++)
        a[i] = k;
    for (int i = 0; i < N; i++)
        assert(a[i] == k);
    return 0;
}
