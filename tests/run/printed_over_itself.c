// run: run
// expect: violated
// message: formatted output is written to where it is read from
#include <stdio.h>
int main(void) {
    char b[8] = "ab";
    sprintf(b, "x%s", b);
    return 0;
}
