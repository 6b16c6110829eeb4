// Integer promotions and usual arithmetic conversions.
// expect: exit 0
// stdout: 400 0
// stdout: 1 1
// stdout: 1 18446744073709551615
// stdout: 44 -45
// stdout: 0 1
// stdout: 4 8 4 4
// stdout: 1 0
// stdout: -128
// stdout: 65535
#include <stdio.h>
int main(void) {
    unsigned char c = 200;
    signed char s = -1;
    unsigned short h = 65535;
    unsigned u = 1;
    long l = -1;
    printf("%d %d\n", c + c, s < u);
    printf("%d %d\n", l < u, h * 2 > 0);
    printf("%d %lu\n", -1 > 0U, (unsigned long)-1);
    c += 100;
    printf("%d %d\n", c, ~c);
    printf("%d %d\n", (char)200 == 200, (unsigned char)-1 == 255);
    printf("%zu %zu %zu %zu\n", sizeof(c + c), sizeof(1 ? c : 1L), sizeof('a'), sizeof(1.0f + 1));
    printf("%d %d\n", (1 ? -1 : 0u) > 0, sizeof(int) > -1);
    s = 127;
    s++;
    printf("%d\n", s);
    h = 1;
    h -= 2;
    printf("%d\n", h);
    return 0;
}
