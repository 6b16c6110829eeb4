// Beyond ASCII another locale may say anything of characters, and its decimal point may be another one.
// run: bmc
// expect: violated
#include <ctype.h>
#include <locale.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    if (!setlocale(LC_ALL, ""))
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        __CPROVER_assert(!isalpha(0xe4), "class, by table"); // error: [main.assertion.1]
        return 0;
    case 2:
        __CPROVER_assert(!(isalpha)(0xe4), "class"); // error: [main.assertion.2]
        return 0;
    case 3:
        __CPROVER_assert(toupper(0xe4) == 0xe4, "case"); // error: [main.assertion.3]
        return 0;
    default:
        __CPROVER_assert(localeconv()->decimal_point[0] == '.', "point"); // error: [main.assertion.4]
        return 0;
    }
}
