// run: bmc
// expect: proved
#include <stdio.h>
int main(void) {
    short s;
    if (scanf("%4hd", &s) == 1)
        __CPROVER_assert(s >= -999 && s <= 9999, "four characters");
    signed char c;
    if (scanf("%2hhd", &c) == 1)
        __CPROVER_assert(c >= -9 && c <= 99, "two characters");
    return 0;
}
