// Through a pointer a library function has the same choices.
// run: bmc
// expect: violated
#include <ctype.h>
#include <string.h>
static int (*const is)(int) = isdigit;
int main(void) {
    int (*compare)(const char *, const char *) = strcmp;
    __CPROVER_assert(is('7') == 1, "one"); // error: [main.assertion.1]
    __CPROVER_assert(compare("b", "a") == 1, "one"); // error: [main.assertion.2]
    return 0;
}
