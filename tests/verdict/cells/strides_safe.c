// run: check --engine kind
// expect: safe
// One loop writes the even elements, another one the odd ones.
#include <assert.h>
#define N 40000
int a[N];
int nondet_int(void);

int main(void) {
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = 5;
    for (int i = 0; i < N / 2; i++)
        a[2 * i + 1] = nondet_int() & 7 | 1;
    for (int i = 0; i < N; i++)
        assert(a[i] != 0);
    return 0;
}
