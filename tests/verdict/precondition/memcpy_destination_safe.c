// expect: safe
#include <string.h>
int main(void) {
    char a[8], b[8] = {0};
    memcpy(a, b, sizeof b);
    return a[0];
}
