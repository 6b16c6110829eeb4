// Behind va_end there are no arguments.
// run: bmc
// expect: violated
#include <stdarg.h>
static int last(int n, ...) {
    va_list list;
    va_start(list, n);
    va_end(list);
    return va_arg(list, int); // error: [last.pointer.1]
}
int main(void) {
    return last(1, 5);
}
