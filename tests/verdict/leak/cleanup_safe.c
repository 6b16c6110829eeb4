// run: run --memory-cleanup-check
// expect: safe
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(4);
    free(kept);
    return 0;
}
