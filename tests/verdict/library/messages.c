// Messages, names and times: another call may overwrite what was returned, or not.
// run: bmc --unwind 3
// expect: violated
#include <locale.h>
#include <string.h>
#include <time.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    time_t now = 0;
    const char *a = strerror(1), *b = strerror(2);
    __CPROVER_assert(a == b, "one place"); // error: [main.assertion.1]
    __CPROVER_assert(a != b, "two places"); // error: [main.assertion.2]
    __CPROVER_assert(a[0] == b[0], "one text"); // error: [main.assertion.3]
    struct tm *s = localtime(&now), *t = gmtime(&now);
    if (s && t) {
        __CPROVER_assert(s == t, "one time"); // error: [main.assertion.4]
        __CPROVER_assert(s != t, "two times"); // error: [main.assertion.5]
    }
    struct lconv *c = localeconv(), *d = localeconv();
    __CPROVER_assert(c == d, "one locale"); // error: [main.assertion.6]
    return 0;
}
