// expect: exit 0
// stdout: 4 3 3 9 8 -1 3
// stdout: 4 2.000000
// stdout: 5 4
#include <stdio.h>
static int f(void) { return 3; }
#define MAX(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
int main(void) {
    typeof(int *) a, b;
    int x = 4;
    a = &x;
    b = a;
    __typeof__(f()) y = f();
    typeof(f) *g = f;
    const typeof(x) z = 9;
    typeof(1 ? 1L : 1U) w = -1;
    typeof(x)(arr)[3] = {1, 2, 3};
    printf("%d %d %d %d %zu %ld %d\n", *b, y, g(), z, sizeof w, w, arr[2]);
    printf("%d %f\n", MAX(x++, 3), MAX(1.5, 2));
    __auto_type q = 2.5f;
    printf("%d %zu\n", x, sizeof q);
    return 0;
}
