// Of these results C fixes the sign, or whether they are zero.
// run: bmc, bmc --engine kind
// expect: violated
#include <ctype.h>
#include <math.h>
#include <string.h>
int main(void) {
    int a = strcmp("b", "a"), b = memcmp("a", "b", 1), c = strncmp("c", "a", 1), d = signbit(-1.0), e = (isdigit)('1');
    __CPROVER_assert(a == 1, "strcmp"); // error: [main.assertion.1]
    __CPROVER_assert(b == -1, "memcmp"); // error: [main.assertion.2]
    __CPROVER_assert(c == 2, "strncmp"); // error: [main.assertion.3]
    __CPROVER_assert(d == 1, "signbit"); // error: [main.assertion.4]
    __CPROVER_assert(e == 1, "isdigit"); // error: [main.assertion.5]
    return 0;
}
