// expect: exit 0
// stdout: 2.71828182846 0.69314718056 1.41421356237 2.35619449019
// stdout: 0.5403 1000 0.405465108108
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%.12g %.12g %.12g %.12g\n", exp(1), log(2), pow(2, 0.5), atan2(1, -1));
    printf("%.5g %.5g %.12Lg\n", cosf(1), powf(10, 3), log1pl(0.5l));
    return 0;
}
