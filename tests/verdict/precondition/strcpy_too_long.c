// The model itself runs over the end: the message names the call as well.
// expect: violated
// message: strcpy_too_long.c:8:5: note: in `strcpy`, called from `main` here
// message: destination has room for the string
#include <string.h>
int main(void) {
    char a[4];
    strcpy(a, "12345");
    return a[0] == 0;
}
