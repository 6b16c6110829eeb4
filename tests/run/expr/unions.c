// expect: exit 0
// stdout: 3f800000 63
// stdout: 3.141593
// stdout: -3.141593
// stdout: c004000000000000
#include <stdint.h>
#include <stdio.h>
#include <string.h>
union pun { float f; uint32_t u; unsigned char b[4]; };
int main(void) {
    union pun p = {.f = 1.0f};
    printf("%08x %d\n", p.u, p.b[3]);
    p.u = 0x40490fdb;
    printf("%f\n", p.f);
    p.b[3] |= 0x80;
    printf("%f\n", p.f);
    double d = -2.5;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    printf("%llx\n", (unsigned long long)bits);
    return 0;
}
