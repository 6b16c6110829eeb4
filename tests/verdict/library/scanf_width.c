// Conversions give what a field of their width can hold, and all of it.
// run: bmc
// expect: violated
#include <stdio.h>
int main(void) {
    int d;
    unsigned x;
    char digits[8], word[8];
    if (scanf("%2d %3x %7[0-9] %7s", &d, &x, digits, word) == 4) {
        __CPROVER_assert(d >= -8, "least"); // error: [main.assertion.1]
        __CPROVER_assert(d <= 98, "most"); // error: [main.assertion.2]
        __CPROVER_assert(x != 0xfff, "hexadecimal"); // error: [main.assertion.3]
        __CPROVER_assert(digits[6] != '9', "long"); // error: [main.assertion.4]
        __CPROVER_assert(word[0] != '\x7f', "any character"); // error: [main.assertion.5]
    }
    return 0;
}
