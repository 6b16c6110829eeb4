// expect: violated
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    int r = *p; // error: [main.uninitialised.1]
    free(p);
    return r;
}
