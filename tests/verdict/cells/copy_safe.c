// run: check --engine kind
// expect: safe
// A chain of copies of symbolic length: cells of the array in the middle are found from those of the property.
#include <assert.h>
#define N 50000
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
    for (int i = 0; i < n; i++)
        c[i] = b[i];
    for (int i = 0; i < n; i++)
        assert(a[i] == c[i]);
    return 0;
}
