// run: run --memory-leak-check
// expect: safe
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(4);
    return 0;
}
