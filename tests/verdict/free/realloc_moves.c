// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    *p = 1;
    char *q = realloc(p, 8);
    int r = *p; // error: [main.pointer.2]
    free(q);
    return r;
}
