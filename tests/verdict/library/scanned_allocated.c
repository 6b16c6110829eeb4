// run: bmc
// expect: inconclusive
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p;
    if (sscanf("abc", "%ms", &p) == 1)
        free(p);
    return 0;
}
