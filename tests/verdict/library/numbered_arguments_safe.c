// run: run, bmc
// expect: safe
#include <stdio.h>
#include <string.h>
int main(void) {
    char b[20];
    sprintf(b, "%2$d %1$d %1$*3$d", 1, 2, 4);
    __CPROVER_assert(strcmp(b, "2 1    1") == 0, "by their numbers");
    return 0;
}
