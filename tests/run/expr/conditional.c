// expect: exit 7
// stdout: 5 7 3
// stdout: none
// stdout: 2
// stdout: 4 4
// stdout: 1 5
// stdout: -1
#include <stdio.h>
static int calls;
static int side(int v) { calls++; return v; }
int main(void) {
    int a = side(5) ?: side(9);
    int b = side(0) ?: side(7);
    printf("%d %d %d\n", a, b, calls);
    const char *p = 0;
    printf("%s\n", p ?: "none");
    printf("%d\n", 1 ? 2 : side(3));
    (void)(a ? (void)side(1) : (void)0);
    printf("%d %zu\n", calls, sizeof(a ? (char)1 : (char)2));
    int both = (0 && side(1)) || (1 && side(2));
    printf("%d %d\n", both, calls);
    int x = 1;
    long l = -1;
    printf("%ld\n", x ? l : 1U);
    return (side(1), side(2), calls);
}
