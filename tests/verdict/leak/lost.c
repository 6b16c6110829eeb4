// run: run --memory-leak-check
// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p = 0;
    return p != 0;
} // error: [main.memory-leak.1]
