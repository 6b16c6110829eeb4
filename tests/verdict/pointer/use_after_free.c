// expect: violated
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 0;
    free(p);
    return *p; // error: [main.pointer.2]
}
