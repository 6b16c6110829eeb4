// run: run --memory-cleanup-check
// expect: violated
#include <stdlib.h>
char *kept;
int main(void) { // error: memory-leak.1]
    kept = malloc(4);
    return 0;
}
