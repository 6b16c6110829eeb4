// expect: exit 0
// stdout: 42|   42|42   |00042|+42| 42|ff|FF|0xff|10|4294967295
// stdout: a|str|     right|left      |tr|%
// stdout: 1099511627776|-1|4464|44|4
// stdout:      1|2     |3.142
// stdout: 1.500000|1.500000e+00|1.5|0x1.8p+0|0|     0.667|2.2       |-1.23e+04
// stdout: 1.250000|-5|deadbeef
// stdout: 12345|
// stdout: 5
// stdout: 18 long enough tex
// stdout: 007
// stdout: xy
// stdout: to stdout
// stdout: zbytes
#include <stdio.h>
int main(void) {
    printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%u\n", 42, 42, 42, 42, 42, 42, 255, 255, 255, 8, -1);
    printf("%c|%s|%10s|%-10s|%.2s|%%\n", 'a', "str", "right", "left", "truncated");
    printf("%ld|%lld|%hd|%hhd|%zu\n", 1L << 40, -1LL, (short)70000, (char)300, sizeof(int));
    printf("%*d|%-*d|%.*f\n", 6, 1, 6, 2, 3, 3.14159);
    printf("%f|%e|%g|%a|%.0f|%10.3f|%-10.1f|%+.2e\n", 1.5, 1.5, 1.5, 1.5, 0.5, 2.0 / 3, 2.25, -12345.678);
    printf("%Lf|%i|%lx\n", 1.25L, -5, 0xdeadbeefUL);
    int n;
    printf("12345%n|\n", &n);
    printf("%d\n", n);
    char b[16];
    int k = snprintf(b, sizeof b, "%s-%d", "long enough text", 7);
    printf("%d %s\n", k, b);
    sprintf(b, "%03d", 7);
    puts(b);
    putchar('x');
    fputs("y\n", stdout);
    fprintf(stdout, "%s\n", "to stdout");
    fputc('z', stdout);
    fwrite("bytes\n", 1, 6, stdout);
    fflush(stdout);
    return 0;
}
