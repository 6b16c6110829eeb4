// expect: exit 0
// stdout: 42 -7 123456789012
// stdout: 31 z
// stdout: 63 1295 -5
// stdout: 9223372036854775807 1
// stdout: 18446744073709551615 18446744073709551615
// stdout: 0x1.999999999999ap-4 0x0.012688b70e62bp-1022 -0x1.86ap+13
// stdout: 0x1p+24 1 0x1.8p+1
// stdout: 3 4
// stdout: -3 -1 -3 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *end;
    printf("%d %d %ld\n", atoi("  42abc"), atoi("-7"), atol("123456789012"));
    printf("%ld ", strtol("0x1fz", &end, 0));
    printf("%s\n", end);
    printf("%ld %ld %ld\n", strtol("077", 0, 0), strtol("zz", 0, 36), strtol("-101", 0, 2));
    errno = 0;
    printf("%ld ", strtol("99999999999999999999", 0, 10));
    printf("%d\n", errno == ERANGE);
    printf("%lu %llu\n", strtoul("-1", 0, 10), strtoull("18446744073709551615", 0, 10));
    printf("%a %a %a\n", strtod("0.1", &end), strtod("1e-310", 0), atof("-12.5e3x"));
    printf("%a %d %a\n", strtof("16777217", 0), strtod("nan", 0) != strtod("nan", 0), strtod("0x1.8p1", 0));
    printf("%d %d\n", abs(-3), (int)labs(-4L));
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
    return 0;
}
