// run: bmc --no-malloc-may-fail --memory-leak-check
// expect: proved
#include <stdlib.h>
int main(void) {
    char *p = malloc(1);
    __CPROVER_assert(!realloc(p, 0), "freed");
    return 0;
}
