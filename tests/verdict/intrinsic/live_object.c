// run: run --malloc-may-fail, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4), *empty = malloc(0);
    if (!p || !empty)
        return 0;
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(p + 1) && __CPROVER_LIVE_OBJECT(empty), "alive");
    free(p);
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(p), "still"); // error: [main.assertion.2]
    return 0;
}
