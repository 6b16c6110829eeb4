// expect: violated
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[3] = {3, 2, 1};
    qsort(a, 4, sizeof *a, order); // error: [main.precondition.2]
    return 0;
}
