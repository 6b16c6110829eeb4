// run: bmc
// expect: proved
#include <stdio.h>
int main(void) {
    int a = 7, b = 8, n = -1;
    int r = scanf("%d,%d%n", &a, &b, &n);
    __CPROVER_assert(r >= -1 && r <= 2, "result");
    if (r == 2)
        __CPROVER_assert(n >= 0, "all matched");
    if (r < 2)
        __CPROVER_assert(b == 8 && n == -1, "nothing behind");
    if (r < 1)
        __CPROVER_assert(a == 7, "nothing");
    return 0;
}
