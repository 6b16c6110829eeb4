// The model itself runs over the end: the message names the call as well.
// expect: violated
#include <string.h>
int main(void) {
    char a[4];
    strcpy(a, "12345");
    return a[0] == 0;
}
