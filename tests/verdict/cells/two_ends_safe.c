// run: check --engine kind
// expect: safe
// From both ends to the middle.
#include <assert.h>
#define N 40000
int a[N], b[N];
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 2 || n > N || n % 2 != 0)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    for (int i = 0; i < n / 2; i++) {
        b[n - i - 1] = a[n - i - 1];
        b[i] = a[i];
    }
    for (int i = 0; i < n; i++)
        assert(b[i] == a[i]);
    return 0;
}
