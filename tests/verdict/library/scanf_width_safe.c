// run: bmc
// expect: proved
#include <stdio.h>
int main(void) {
    int d;
    unsigned x;
    char digits[8], word[8];
    if (scanf("%2d %3x %7[0-9] %7s", &d, &x, digits, word) == 4) {
        __CPROVER_assert(d >= -9 && d <= 99, "two characters");
        __CPROVER_assert(x <= 0xfff || x >= -0xffu, "three characters");
        __CPROVER_assert(digits[0] >= '0' && digits[0] <= '9', "in the set");
        __CPROVER_assert(word[0] != ' ' && word[0] != 0, "no space");
    }
    return 0;
}
