// run: bmc
// expect: proved
#include <stdlib.h>
int main(void) {
    char *a = getenv("A");
    if (!a || a[0] == 0)
        return 0;
    char first = a[0], second = a[1];
    __CPROVER_assert(first == a[0] && second == a[1], "it stays");
    return 0;
}
