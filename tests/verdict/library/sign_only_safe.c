// run: bmc, bmc --engine kind
// expect: proved
#include <ctype.h>
#include <math.h>
#include <string.h>
int main(void) {
    int a = strcmp("b", "a"), b = memcmp("a", "b", 1), c = strncmp("c", "a", 1), d = signbit(-1.0), e = (isdigit)('1');
    __CPROVER_assert(a > 0 && b < 0 && c > 0 && d != 0 && e != 0, "signs");
    __CPROVER_assert(strcmp("a", "a") == 0 && !signbit(1.0) && !(isdigit)('a'), "zeros");
    return 0;
}
