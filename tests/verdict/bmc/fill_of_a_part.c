// run: check --engine bmc
// expect: violated
// Fills and copies of more than 64 KiB that are not whole objects.
#include <string.h>
unsigned nondet_unsigned(void);
unsigned char a[200000], b[300000];
int main(void)
{
    memset(a + 1, 7, 150000);
    unsigned i = nondet_unsigned(), n = nondet_unsigned();
    __CPROVER_assert(a[0] == 0 && a[1] == 7 && a[150000] == 7 && a[150001] == 0, "the borders");
    if (i > 0 && i <= 150000)
        __CPROVER_assert(a[i] == 7, "inside");
    a[20] = 9;
    memcpy(b + 100000, a, 160000);
    __CPROVER_assert(b[99999] == 0 && b[100000] == 0 && b[100001] == 7 && b[100020] == 9, "the copy");
    __CPROVER_assert(b[250000] == 7 && b[250001] == 0, "the end of the copy");
    if (i < 160000)
        __CPROVER_assert(b[100000 + i] == a[i], "all of the copy");
    if (n > 0 && n <= 200000) {
        memset(b, 1, n);
        __CPROVER_assert(b[n - 1] == 1, "a symbolic number of bytes");
        __CPROVER_assert(b[n] != 1, "behind them nothing changes");
        __CPROVER_assert(b[n] != 9, "behind them something may be"); // error: [main.assertion.8]
    }
    return 0;
}
