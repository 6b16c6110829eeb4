// run: check --engine kind
// expect: safe
// No property reads the array, but the loop ends at the mark, at the latest.
#include <assert.h>
#define N 100000
int a[N];
int nondet_int(void);

int main(void) {
    int at = nondet_int(), mark = nondet_int(), i = 0;
    for (int k = 0; k < N; k++)
        a[k] = nondet_int();
    if (at < 0 || at >= N)
        return 0;
    a[at] = mark;
    while (a[i] != mark)
        i++;
    assert(i <= at);
    return 0;
}
