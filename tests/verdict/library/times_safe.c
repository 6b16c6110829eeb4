// run: bmc --unwind 6
// expect: safe
#include <string.h>
#include <time.h>
int main(void) {
    struct tm t = {0};
    t.tm_wday = -1;
    if (mktime(&t) != (time_t)-1)
        __CPROVER_assert(t.tm_wday >= 0 && t.tm_wday < 7, "a time");
    char b[3] = "ab";
    size_t n = strftime(b, sizeof b, "%Y", &t);
    __CPROVER_assert(n < 3 && (n == 0 || b[n] == 0), "fits");
    char c[6] = "ab";
    __CPROVER_assert(strxfrm(c, "long", 6) == 4 && c[0] == 'l' && c[4] == 0, "fits");
    return 0;
}
