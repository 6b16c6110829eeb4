// expect: exit 0
// stdout: 9
// stdout: 1 6 7 3
#include <stdio.h>
static volatile int reg = 5;
static const int limit = 3;
int main(void) {
    const volatile int *p = &reg;
    int *q = (int *)&reg;
    *q = 6;
    reg += limit;
    printf("%d\n", *p);
    int *restrict r = q;
    *r = 1;
    _Atomic int a = 4;
    a += 2;
    _Atomic(long) b = 7;
    register int i = 3;
    printf("%d %d %ld %d\n", reg, a, b, i);
    return 0;
}
