// expect: violated
#include <stdlib.h>
int main(void) {
    int x;
    free(&x); // error: [main.free.1]
    return 0;
}
