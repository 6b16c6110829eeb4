// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p + 1); // error: [main.free.1]
    return 0;
}
