// expect: violated
#include <limits.h>
int main(void) {
    long x = LONG_MAX;
    x += 1; // error: [main.overflow.1]
    return 0;
}
