// run: bmc, bmc --engine auto
// expect: safe
// A size that is larger than the destination: all texts fit.
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int print(char *dst, size_t n, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(dst, n, format, args);
    va_end(args);
    return length;
}
int main(void) {
    char c[3];
    int x = __VERIFIER_nondet_int();
    if (x >= -9 && x <= 99)
        snprintf(c, 4, "%d", x);
    print(c + 1, 100, "%d", x & 7);
    __CPROVER_assert(c[2] == 0, "ends");
    return print(0, 0, "%d", x) > 0 ? 0 : 1;
}
