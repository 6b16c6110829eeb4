// run: check --engine kind
// expect: safe
// Four elements at a time: what is done is below four times the counter.
#include <assert.h>
#define N 40000
int a[N];
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 0 || n > N || n % 4 != 0)
        return 0;
    for (int i = 1; i <= n / 4; i++) {
        a[i * 4 - 4] = 1;
        a[i * 4 - 3] = 2;
        a[i * 4 - 2] = i;
        a[i * 4 - 1] = 3;
    }
    for (int i = 0; i < n; i++)
        assert(a[i] > 0);
    return 0;
}
