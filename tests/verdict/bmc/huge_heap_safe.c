// expect: safe
#include <assert.h>
#include <stdlib.h>
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong(), i = nondet_ulong(), j = nondet_ulong();
    if (i >= n || j >= n || i == j)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    p[i] = 1;
    p[j] = 2;
    assert(p[i] == 1);
    free(p);
    return 0;
}
