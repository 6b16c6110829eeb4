// expect: exit 0
// stdout: 11
// stdout: 123456789
// stdout: 1099511627861
#include <stdarg.h>
#include <stdio.h>
struct p { int x; double y; char c[20]; };
static double sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i % 2 ? va_arg(ap, double) : va_arg(ap, int);
    va_end(ap);
    return s;
}
static int walk(va_list ap, int n) {
    int s = 0;
    while (n--)
        s = s * 10 + va_arg(ap, int);
    return s;
}
static int twice(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int a = walk(ap, n), b = walk(copy, n);
    va_end(copy);
    va_end(ap);
    return a == b ? a : -1;
}
static long long mixed(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    long long r = 0;
    for (; *f; f++)
        switch (*f) {
        case 'l':
            r += va_arg(ap, long long);
            break;
        case 's':
            r += va_arg(ap, const char *)[0];
            break;
        case 'r':
            r += va_arg(ap, struct p).x;
            break;
        case 'L':
            r += (long long)va_arg(ap, long double);
            break;
        case 'p':
            r += *va_arg(ap, int *);
            break;
        }
    va_end(ap);
    return r;
}
int main(void) {
    int five = 5;
    printf("%g\n", sum(4, 1, 2.5, 3, 4.5f));
    printf("%d\n", twice(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    printf("%lld\n", mixed("lsrLpl", 1LL << 40, "A", (struct p){7, 1.5, "x"}, 9.5L, &five, -1LL));
    return 0;
}
