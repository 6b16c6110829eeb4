// expect: violated
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    free(p); // error: [main.free.2]
    return 0;
}
