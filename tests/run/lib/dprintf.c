// expect: exit 11
// stdout: 42 text
// stdout: ok
#include <stdarg.h>
#include <stdio.h>

static int print(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vdprintf(1, format, args);
    va_end(args);
    return n;
}

int main(void) {
    int n = dprintf(1, "%d %s\n", 42, "text");
    int m = print("%c%c\n", 'o', 'k');
    return n + m;
}
