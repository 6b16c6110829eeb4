// expect: safe
#include <limits.h>
int main(void) {
    unsigned long x = ULONG_MAX;
    x += 1;
    return (int)x;
}
