// expect: exit 3
// stdout: 63 64 16
// stdout: 5.94866e+4931 3.3621e-4932
// stdout: 00000000000000c0ffbf
// stdout: 0.33333333333333333334 0xa.aaaaaaaaaaaaaabp-5
// stdout: 9223372036854775807
#include <float.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    volatile long double x = 1.0L;
    long double eps = x;
    int n = 0;
    while (1.0L + eps / 2 != 1.0L) {
        eps /= 2;
        n++;
    }
    printf("%d %d %zu\n", n, LDBL_MANT_DIG, sizeof x);
    printf("%Lg %Lg\n", LDBL_MAX / 2, LDBL_MIN);
    unsigned char bytes[sizeof x];
    x = -1.5L;
    memcpy(bytes, (const void *)&x, sizeof x);
    for (int i = 0; i < 10; i++)
        printf("%02x", bytes[i]);
    printf("\n%.20Lf %La\n", 1.0L / 3, 1.0L / 3);
    long long back = (long long)(9223372036854775807.0L);
    printf("%lld\n", back);
    return (int)(x * -2);
}
