// expect: exit 0
// stdout: 31 2 9 1
// stdout: 7 7 32 0
// stdout: 3 31 63
// stdout: 3412 3412f000 efcdab8967452301
// stdout: 1 -2147483648
// stdout: 1 1410065408
// stdout: 0 10000000000
// stdout: 1 255
// stdout: 0 255
// stdout: 0 3
// stdout: 1
// stdout: expected
#include <stdio.h>
int main(void) {
    volatile unsigned z = 1, v = 0x00f01234;
    volatile unsigned long long w = 0x0123456789abcdefULL;
    printf("%d %d %d %d\n", __builtin_clz(z), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v));
    printf("%d %d %d %d\n", __builtin_clzll(w), __builtin_ctzll(w << 7), __builtin_popcountll(w), __builtin_ffs(0));
    printf("%d %d %d\n", __builtin_ffs((int)v), __builtin_clrsb(-1), __builtin_clzl(1));
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(v), (unsigned long long)__builtin_bswap64(w));
    int r, over;
    unsigned char c;
    long long ll;
    over = __builtin_add_overflow(2147483647, 1, &r);
    printf("%d %d\n", over, r);
    over = __builtin_mul_overflow(100000, 100000, &r);
    printf("%d %d\n", over, r);
    over = __builtin_mul_overflow(100000, 100000, &ll);
    printf("%d %lld\n", over, ll);
    over = __builtin_sub_overflow(3, 4, &c);
    printf("%d %d\n", over, c);
    over = __builtin_add_overflow(-1, 256u, &c);
    printf("%d %d\n", over, c);
    over = __builtin_sadd_overflow(1, 2, &r);
    printf("%d %d\n", over, r);
    printf("%d\n", __builtin_add_overflow_p(2147483647, 1, 0));
    if (__builtin_expect(v > 3, 1))
        printf("expected\n");
    return __builtin_constant_p(v);
}
