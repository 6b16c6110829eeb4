// expect: violated
#include <stdlib.h>
int main(void) {
    int *p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    p[3] = 1; // error: [main.pointer.1]
    free(p);
    return 0;
}
