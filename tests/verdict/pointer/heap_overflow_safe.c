// expect: safe
#include <stdlib.h>
int main(void) {
    int *p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    p[2] = 1;
    free(p);
    return 0;
}
