// Behind a call that takes a list of variable arguments the list is indeterminate (C11 7.16p3).
// run: bmc
// expect: violated
#include <stdarg.h>
#include <stdio.h>
static int show(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    int next = va_arg(list, int); // error: [show.pointer.1]
    va_end(list);
    return next;
}
int main(void) {
    return show("%d\n", 1, 2);
}
