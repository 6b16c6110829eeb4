// run: run --memory-leak-check
// expect: safe
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    return 0;
}
