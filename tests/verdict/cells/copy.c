// run: check --engine kind --timeout 60
// expect: violated
// The twin of copy_safe.c: the second copy ends too early.
#include <assert.h>
#define N 5000
int a[N], b[N], c[N];
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 0 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    for (int i = 0; i < n - 1; i++)
        c[i] = b[i];
    for (int i = 0; i < n; i++)
        assert(a[i] == c[i]); // error: [main.assertion.1]
    return 0;
}
