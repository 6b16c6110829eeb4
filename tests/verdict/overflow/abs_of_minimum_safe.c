// expect: safe
#include <stdlib.h>
int main(void) {
    int x = -2147483647;
    return abs(x) == 0;
}
