// run: check --engine kind --timeout 60
// expect: violated
// The twin of largest_safe.c: the first element is not looked at.
#include <assert.h>
#define N 2000
int a[N];
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 2 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    int max = a[1];
    for (int i = 2; i < n; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < n; i++)
        assert(a[i] <= max); // error: [main.assertion.1]
    return 0;
}
