// expect: safe
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[3] = {3, 2, 0};
    qsort(a, 3, sizeof *a, order);
    return a[0];
}
