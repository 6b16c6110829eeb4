// run: run --memory-leak-check
// expect: known-bug safe
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(4);
    return 0;
}
