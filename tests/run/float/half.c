// _Float16 is stored in 16 bits and computed in float, as gcc for x86 does.
// expect: exit 0
// stdout: 1.001954078674 1.001953125000 0.001954078674
// stdout: 120000.000000 60000.000000 1 1
// stdout: 2 c100 0.0999755859 0.1999511719
// stdout: 3 1 1
// stdout: 3.0000000000 -3.0000000000
#include <stdio.h>
_Float16 constant = 0.1f16;
static _Float16 twice(_Float16 x) { return x + x; }
int main(void) {
    volatile _Float16 h = 1.0009765625f16, k = h * h;
    _Float16 big = 60000.0f16, sum = big + big;
    union { _Float16 f; unsigned short bits; } u = { .f = -2.5f16 };
    printf("%.12f %.12f %.12f\n", (double)(h * h), (double)k, (double)(h * h - 1.0f16));
    printf("%f %f %d %d\n", (double)(big + big), (double)((big + big) / 2.0f16), big + big > 65504.0f16, sum > 65504.0f16);
    printf("%zu %x %.10f %.10f\n", sizeof h, u.bits, (double)constant, (double)twice(constant));
    printf("%d %d %d\n", (int)(_Float16)3.9f, h < k, (_Float16)2049 == 2048);
    h += 1;
    h++;
    printf("%.10f %.10f\n", (double)h, (double)-h);
    return 0;
}
