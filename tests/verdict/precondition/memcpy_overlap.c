// expect: violated
#include <string.h>
int main(void) {
    char a[8] = "abcdefg";
    memcpy(a + 1, a, 4); // error: [main.precondition.3]
    return 0;
}
