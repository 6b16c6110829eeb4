// run: check --engine kind --timeout 60
// expect: violated
// The twin of init_safe.c: one element is left out.
#include <assert.h>
int a[1000];
int nondet_int(void);

int main(void) {
    int k = nondet_int(), n = nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    for (int i = 1; i < n; i++)
        a[i] = k;
    for (int i = 0; i < n; i++)
        assert(a[i] == k); // error: [main.assertion.1]
    return 0;
}
