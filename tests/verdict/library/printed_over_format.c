// Text that is written over its format is undefined.
// run: bmc
// expect: inconclusive
#include <stdio.h>
int main(void) {
    char b[8] = "%s";
    sprintf(b, b, "x");
    return 0;
}
