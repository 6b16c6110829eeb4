// run: check --engine kind
// expect: safe
// No element is above the largest one.
#include <assert.h>
#define N 20000
int a[N];
int nondet_int(void);

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = nondet_int();
    int max = a[0];
    for (int i = 1; i < N; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < N; i++)
        assert(a[i] <= max);
    return 0;
}
