// expect: exit 1
// stdout: 0123456789abcdeffedcba9876543210
// stdout: 0369d0369d0369cffc962fc962fc9630
// stdout: 00299c335ccf668fffd663cca3309970
// stdout: 00000000000000000000000024ec4bf0
// stdout: 3579bdffdb97530eca8642002468acf1
// stdout: fffffffffffffffffffffffffffffffb
// stdout: fffffffffffffffffffffffffffffffe
// stdout: fffffffffffffffffffffffffffffffd
// stdout: 1 0 16
// stdout: 1512366075204170947414340898899623936.000000 -5.000000
// stdout: 1000000000000000
#include <stdio.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
static void show(u128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}
int main(void) {
    u128 a = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
    show(a);
    show(a * 3);
    show(a / 7);
    show(a % 1000000007);
    show((a << 37) ^ (a >> 91));
    i128 b = -(i128)5;
    show((u128)b);
    show((u128)(b / 2));
    show((u128)(b >> 1));
    printf("%d %d %d\n", b < 0, a > (u128)b, (int)sizeof a);
    printf("%f %f\n", (double)a, (double)b);
    printf("%lld\n", (long long)(i128)1e15);
    return (int)(b % 3 + 3);
}
