// A number of the field's width that the target cannot hold may become any.
// run: bmc
// expect: violated
#include <stdio.h>
int main(void) {
    short s;
    if (scanf("%5hd", &s) == 1)
        __CPROVER_assert(s >= -9999, "four digits"); // error: [main.assertion.1]
    signed char c;
    if (scanf("%3hhd", &c) == 1)
        __CPROVER_assert(c >= -99, "two digits"); // error: [main.assertion.2]
    return 0;
}
