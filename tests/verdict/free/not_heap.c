// expect: violated
#include <stdlib.h>
int main(void) {
    int x;
    free(&x); // error: [main.
    return 0;
}
