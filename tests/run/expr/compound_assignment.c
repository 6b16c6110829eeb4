// expect: exit 1
// stdout: 11 1
// stdout: 14
// stdout: 8
// stdout: -0.66666666666666674 16777216 12
// stdout: 2
// stdout: 7 1099511627776
#include <stdio.h>
int main(void) {
    int a[3] = {1, 2, 3}, i = 0;
    a[i++] += 10;
    printf("%d %d\n", a[0], i);
    unsigned char c = 250;
    c += 10;
    c *= 3.5;
    printf("%d\n", c);
    int x = 7;
    x /= 2;
    x %= 2;
    x |= 12;
    x ^= 5;
    x &= ~1;
    printf("%d\n", x);
    double d = 1;
    d /= 3;
    d -= 1;
    float f = 16777216.0f;
    f += 1;
    int k = 10;
    k *= 1.25;
    printf("%.17g %.9g %d\n", d, f, k);
    int *p = a;
    p += 2;
    p -= 1;
    printf("%d\n", *p);
    int y = (x = 3, x + 4);
    long long l = 1;
    l <<= 40;
    printf("%d %lld\n", y, l);
    x--;
    return --x;
}
