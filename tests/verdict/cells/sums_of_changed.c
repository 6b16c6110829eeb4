// run: check --engine kind --timeout 60
// expect: violated
// The twin of sums_safe.c: an element is another one when it is subtracted.
#include <assert.h>
#define N 20000
int a[N];
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 2 || n > N)
        return 0;
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    for (int i = 0; i < n; i++)
        sum += a[i];
    a[1] = nondet_int();
    for (int j = 0; j < n; j++)
        sum -= a[j];
    assert(sum == 0); // error: [main.assertion.1]
    return 0;
}
