// expect: safe
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    *p = 0;
    char *q = realloc(p, 8);
    int r = *q;
    free(q);
    return r;
}
