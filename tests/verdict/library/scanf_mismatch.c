// Literal text and suppressed conversions may not match: then nothing behind them is done.
// run: bmc
// expect: violated
#include <stdio.h>
int main(void) {
    int a, n = -1, m = -1, k = -1;
    if (scanf("x%n", &n) == 0)
        __CPROVER_assert(n != -1, "text"); // error: [main.assertion.1]
    if (scanf("%dx%n", &a, &m) == 1)
        __CPROVER_assert(m != -1, "text behind a number"); // error: [main.assertion.2]
    if (scanf("%*d%n", &k) == 0)
        __CPROVER_assert(k >= 0, "suppressed"); // error: [main.assertion.3]
    if (scanf("%d", &a) == 1)
        __CPROVER_assert(!feof(stdin), "a number that the end of the file ends"); // error: [main.assertion.4]
    return 0;
}
