// run: run, bmc
// expect: safe
#include <ctype.h>
#include <string.h>
static int (*const is)(int) = isdigit;
int main(void) {
    int (*compare)(const char *, const char *) = strcmp;
    __CPROVER_assert(is('7') != 0 && is('a') == 0 && is == isdigit, "digits");
    __CPROVER_assert(compare("b", "a") > 0 && compare("a", "a") == 0, "order");
    return 0;
}
