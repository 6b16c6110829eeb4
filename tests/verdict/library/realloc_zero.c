// What realloc does with size 0 is open, where malloc may fail.
// run: bmc
// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(1);
    if (!p)
        return 0;
    char *q = realloc(p, 0);
    __CPROVER_assert(!q, "freed"); // error: [main.assertion.1]
    return 0;
}
