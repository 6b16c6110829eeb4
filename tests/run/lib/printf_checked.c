// expect: exit 10
// stdout: 42
// stdout: text
// stdout: x
#include <stdarg.h>
#include <stdio.h>

int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args);

static int print(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = __vfprintf_chk(stdout, 1, format, args);
    va_end(args);
    return n;
}

int main(void) {
    int n = __printf_chk(1, "%d\n", 42);
    int m = __fprintf_chk(stdout, 1, "%s\n", "text");
    return n + m + print("%c\n", 'x');
}
