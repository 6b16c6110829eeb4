// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    char name[5], out[12];
    for (int i = 0; i < 4; i++)
        name[i] = nondet_int();
    name[4] = 0;
    int n = sprintf(out, "%.3s:%c%03o%g", name, 'x', 7, 0.5);
    size_t k = strlen(name) < 3 ? strlen(name) : 3;
    assert(n == k + 8 && strlen(out) == n);
    assert(memcmp(out, name, k) == 0 && strcmp(out + k, ":x0070.5") == 0);
    return 0;
}
