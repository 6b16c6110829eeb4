// run: bmc
// expect: proved
#include <stdio.h>
int main(void) {
    unsigned x = 7;
    char c = '-';
    float f = 7;
    void *p = &x;
    int n = sscanf("0xg", "%x%c", &x, &c);
    __CPROVER_assert(n == 0 && x == 7 || n == 2 && x == 0 && c == 'g', "0x");
    n = sscanf("0x5", "%2x%c", &x, &c);
    __CPROVER_assert(n == 0 || n == 2 && x == 0 && c == '5', "0x as wide as the field");
    n = sscanf("1e+x", "%f%c", &f, &c);
    __CPROVER_assert(n == 0 && f == 7 || n == 2 && f == 1 && c == 'x', "no exponent");
    n = sscanf("infix", "%f%c", &f, &c);
    __CPROVER_assert(n == 0, "infi");
    n = sscanf("nan(x)y", "%f%c", &f, &c);
    __CPROVER_assert(n == 2 && f != f && (c == 'y' || c == '('), "nan");
    n = sscanf("(nil)z", "%p%c", &p, &c);
    __CPROVER_assert(n == 0 || n == 2 && p == 0 && c == 'z', "null");
    n = sscanf("12 34", "%2$d %1$u", &x, &n);
    __CPROVER_assert(x == 34, "by position");
    return 0;
}
