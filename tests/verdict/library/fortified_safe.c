// The wrappers of glibc's headers.
// run: bmc -D_FORTIFY_SOURCE=2 -D__OPTIMIZE__=1
// expect: proved
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char text[8];
    strcpy(text, "abcdef");
    memset(text + 1, 'x', 2);
    assert(strlen(text) == 6 && text[2] == 'x');
    return 0;
}
