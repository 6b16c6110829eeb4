// expect: violated
#include <string.h>
int main(void) {
    char a[4], b[8] = {0};
    memcpy(a, b, sizeof b); // error: [main.precondition.2]
    return 0;
}
