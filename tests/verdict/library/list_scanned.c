// run: bmc
// expect: violated
#include <stdarg.h>
#include <stdio.h>
static int scan(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsscanf(text, format, list);
    int *next = va_arg(list, int *); // error: [scan.pointer.1]
    va_end(list);
    return next == 0;
}
int main(void) {
    int x = 0, y = 0;
    return scan("1", "%d", &x, &y);
}
