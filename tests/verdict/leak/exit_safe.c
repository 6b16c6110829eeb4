// run: run --memory-leak-check
// expect: safe
// What variables of active functions point to is not lost.
#include <stdlib.h>
static void quit(void) {
    exit(0);
}
int main(void) {
    char *p = malloc(4);
    quit();
    return p != 0;
}
