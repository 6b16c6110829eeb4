// run: run --malloc-may-fail
// inputs: 1
// expect: violated
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1; // error: [main.pointer.1]
    free(p);
    return 0;
}
