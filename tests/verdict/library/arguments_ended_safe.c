// The list may begin again, and a copy of it goes on.
// run: bmc
// expect: proved
#include <stdarg.h>
static int sum(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    va_end(list);
    int s = va_arg(copy, int);
    va_end(copy);
    va_start(list, n);
    s += va_arg(list, int);
    va_end(list);
    return s;
}
int main(void) {
    __CPROVER_assert(sum(1, 5) == 10, "twice");
    return 0;
}
