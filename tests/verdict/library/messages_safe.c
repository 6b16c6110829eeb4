// run: bmc --unwind 3
// expect: safe
#include <locale.h>
#include <string.h>
#include <time.h>
int main(void) {
    time_t now = 0;
    struct tm *t = gmtime(&now);
    if (t)
        __CPROVER_assert(t->tm_mon >= 0 && t->tm_mon < 12, "a month");
    __CPROVER_assert(localeconv()->decimal_point[0] == '.', "the decimal point");
    return strerror(2)[0] == 'x';
}
