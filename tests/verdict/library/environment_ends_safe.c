// run: bmc
// expect: safe
#include <stdlib.h>
int main(void) {
    char *a = getenv("A");
    if (a && a[0] != 0 && a[1] != 0)
        return a[2];
    return 0;
}
