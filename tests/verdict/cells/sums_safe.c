// run: check --engine kind
// expect: safe
// What one loop adds another subtracts, in another order of loops and with another variable: prefix sums tell the sum, whatever the elements are.
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
    for (int j = 0; j < n; j++)
        sum -= a[j];
    assert(sum == 0);
    return 0;
}
