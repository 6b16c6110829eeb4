// What sscanf stores must be no part of the string that it reads.
// run: run, bmc --unwind 8
// expect: violated
#include <stdio.h>
int main(void) {
    char b[8] = "x y";
    sscanf(b, "%1s", b); // error: overlap
    return 0;
}
