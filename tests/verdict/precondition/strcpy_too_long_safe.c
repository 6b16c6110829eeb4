// The model itself runs over the end: the message names the call as well.
// expect: safe
#include <string.h>
int main(void) {
    char a[6];
    strcpy(a, "12345");
    return a[5];
}
