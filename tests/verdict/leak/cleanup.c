// run: run --memory-cleanup-check
// expect: violated
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(4);
    return 0;
} // error: [main.memory-leak.1]
