// expect: violated
#include <stdlib.h>
int main(void) {
    int x = -2147483647 - 1;
    return abs(x) == 0; // error: [main.precondition.1]
}
