// Constants of `_Float16` keep the precision of `float`; objects do not.
// expect: exit 0
// stdout: 1 100 -100
// stdout: 0 0 0 1
// stdout: 2 2 1
#include <stdio.h>
int main(void) {
    _Float16 h = 0.1f16, t = 1;
    __auto_type x = 0.1f16;
    printf("%d %d %d\n", 0.1f16 == 0.1f, (int)(0.1f16 * 1000), (int)(-0.1f16 * 1000));
    printf("%d %d %d %d\n", h == 0.1f, x == 0.1f, (_Float16)0.1f16 == 0.1f, (t ? 0.1f16 : h) == 0.1f);
    printf("%zu %zu %d\n", sizeof x, sizeof 0.1f16, _Generic(0.1f16, _Float16: 1, float: 2));
    return 0;
}
