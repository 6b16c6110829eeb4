// run: run, bmc --unwind 8
// expect: safe
#include <stdio.h>
int main(void) {
    char b[8] = "x y", c[2];
    sscanf(b, "%1s %1s", c, b + 4);
    __CPROVER_assert(c[0] == 'x' && b[4] == 'y', "apart");
    return 0;
}
