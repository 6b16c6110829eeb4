// expect: exit 5
// stdout: 1
// stdout: second
// stdout: first
#include <stdio.h>
#include <stdlib.h>
static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
static int helper(int x) {
    if (x > 2)
        exit(x);
    return x;
}
int main(void) {
    atexit(first);
    atexit(second);
    printf("%d\n", helper(1));
    helper(5);
    printf("never\n");
    return 0;
}
