// The wrappers of glibc's headers.
// run: bmc -D_FORTIFY_SOURCE=2 -D__OPTIMIZE__=1
// expect: violated
// message: destination has room for the string in library function check: FAILURE
#include <string.h>
int main(void) {
    char text[4];
    strcpy(text, "abcdef");
    return 0;
}
