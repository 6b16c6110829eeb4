// run: check, check --engine bmc, check --no-malloc-may-fail
// expect: proved
// A local _Bool without a value is true or false, whatever bits stand for it: formulas and interpreter agree on which.
#include <stdlib.h>

int *take(unsigned size) { return malloc(size); }

int main(void) {
    _Bool b;
    if (b) {
        int *p = take(sizeof(int));
        if (p)
            *p = 1;
    } else {
        char *p = (char *)take(1);
        if (p)
            *p = 1;
    }
    return 0;
}
