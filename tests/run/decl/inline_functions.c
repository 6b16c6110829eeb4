// expect: exit 0
// stdout: 1 2 3 4
#include <stdio.h>
static inline int a(int x) { return x + 1; }
inline __attribute__((always_inline)) static int b(int x) { return x + 2; }
extern inline __attribute__((gnu_inline)) int c(int x) { return x + 99; }
int c(int x) { return x + 3; }
inline int d(int x) { return x + 4; }
extern inline int d(int x);
int main(void) {
    printf("%d %d %d %d\n", a(0), b(0), c(0), d(0));
    return 0;
}
