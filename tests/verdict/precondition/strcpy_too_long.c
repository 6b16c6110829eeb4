// The model itself runs over the end: the message names the call as well.
// expect: violated
#include <string.h>
int main(void) {
    char a[4];
    strcpy(a, "12345"); // error: destination has room for the string
    return a[0] == 0;
}
