// expect: exit 0
// stdout: -3 -1 268435456 8
// stdout: -137438953472 3840 0
// stdout: 4611686018427387904 32
// stdout: 60 2 4
#include <stdio.h>
int main(void) {
    volatile int n = -17, k = 3;
    volatile unsigned u = 0x80000001u;
    volatile long long l = -(1LL << 40) >> 3;
    unsigned char c = 0xf0;
    printf("%d %d %u %u\n", n >> k, n >> 31, u >> k, u << k);
    printf("%lld %d %d\n", l, c << 4, (unsigned char)(c << 4));
    printf("%llu %d\n", 1ULL << 63 >> 1, 1 << (char)5);
    c >>= 2;
    u <<= 1;
    printf("%d %u %zu\n", c, u, sizeof(c << 1L));
    return 0;
}
