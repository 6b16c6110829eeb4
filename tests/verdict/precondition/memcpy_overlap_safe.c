// expect: safe
#include <string.h>
int main(void) {
    char a[8] = "abcdefg";
    memmove(a + 1, a, 4);
    return a[4] - 'd';
}
