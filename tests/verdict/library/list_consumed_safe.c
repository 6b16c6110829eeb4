// run: bmc, bmc --target arm
// expect: proved
#include <stdarg.h>
#include <stdio.h>
static int show(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    vprintf(format, list);
    va_end(list);
    int next = va_arg(again, int);
    va_end(again);
    return next;
}
int main(void) {
    __CPROVER_assert(show("%d\n", 1, 2) == 1, "the copy is as it was");
    return 0;
}
