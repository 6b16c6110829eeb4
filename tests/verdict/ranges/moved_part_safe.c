// Part of a large object is moved: the array that it becomes is defined by conditions.
// run: bmc --engine bmc
// expect: safe
#include <string.h>
int nondet_int(void);
int main(void) {
    unsigned char m[1200];
    memset(m, 0, sizeof m);
    m[0] = 1;
    int b = nondet_int() & 1;
    memmove(m, m + 3, b * 5);
    __CPROVER_assert(m[0] == !b, "moved or not");
    return 0;
}
