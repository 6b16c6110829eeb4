// run: run --memory-leak-check
// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p = 0;
    exit(p != 0); // error: [exit.memory-leak.1]
}
