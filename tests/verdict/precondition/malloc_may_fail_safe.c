// run: run --malloc-may-fail
// inputs: 1
// expect: safe
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    free(p);
    return 0;
}
