// run: run --memory-leak-check
// expect: violated
#include <stdlib.h>
int main(void) { // error: memory-leak.1]
    char *p = malloc(4);
    p = 0;
    return p != 0;
}
