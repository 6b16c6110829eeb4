// expect: safe
#include <stdlib.h>
int main(void) {
    int a[4] = {0};
    int *p = &a[1];
    __CPROVER_assert(__CPROVER_r_ok(p, 12), "three elements are left");
    __CPROVER_assert(!__CPROVER_w_ok(p, 13), "but no more");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == 16, "size");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(p) == 4, "offset");
    __CPROVER_assert(__CPROVER_same_object(p, a), "same");
    int b;
    __CPROVER_assert(!__CPROVER_same_object(p, &b), "different");
    char *h = malloc(5);
    if (h) {
        __CPROVER_assert(__CPROVER_w_ok(h, 5), "allocated");
        free(h);
    }
    __CPROVER_assume(a[0] == 0);
    return 0;
}
