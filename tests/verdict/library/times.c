// -1 may be a time, and what does not fit leaves anything behind.
// run: bmc --unwind 6
// expect: violated
#include <string.h>
#include <time.h>
int main(void) {
    struct tm t = {0};
    t.tm_wday = -1;
    if (mktime(&t) == (time_t)-1) {
        __CPROVER_assert(t.tm_wday == -1, "an error"); // error: [main.assertion.1]
        __CPROVER_assert(t.tm_wday != -1, "a time"); // error: [main.assertion.2]
    }
    char b[3] = "ab";
    if (strftime(b, sizeof b, "%Y", &t) == 0)
        __CPROVER_assert(b[0] == 0 || b[0] == 'a', "empty or the same"); // error: [main.assertion.3]
    char c[3] = "ab";
    strxfrm(c, "long", 3);
    __CPROVER_assert(c[0] == 'l', "the beginning"); // error: [main.assertion.4]
    return 0;
}
