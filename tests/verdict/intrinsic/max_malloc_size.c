// The size that no object exceeds.
// run: bmc
// expect: violated
#include <stdlib.h>
size_t nondet_size_t(void);
int main(void) {
    size_t n = nondet_size_t();
    if (n <= __CPROVER_max_malloc_size)
        return 0;
    __CPROVER_assert(malloc(n) != 0, "too large"); // error: [main.assertion.1]
    return 0;
}
