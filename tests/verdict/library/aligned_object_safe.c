// Where nobody looks at addresses it does not matter.
// run: bmc
// expect: proved
#include <stdlib.h>
int main(void) {
    char *p = aligned_alloc(64, 64);
    if (!p)
        return 0;
    p[63] = 1;
    free(p);
    return 0;
}
