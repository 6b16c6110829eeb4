// run: bmc, bmc --engine bmc
// expect: violated
#include <locale.h>
#include <string.h>
int main(void) {
    char into[8];
    if (!setlocale(LC_ALL, ""))
        return 0;
    __CPROVER_assert(strcoll("a", "B") > 0, "order"); // error: [main.assertion.1]
    __CPROVER_assert(strcoll("a", "b") != 0, "different"); // error: [main.assertion.2]
    __CPROVER_assert(strxfrm(into, "abc", 8) == 3, "length"); // error: [main.assertion.3]
    strxfrm(into, "abc", 8);
    __CPROVER_assert(into[0] == 'a', "content"); // error: [main.assertion.4]
    return 0;
}
