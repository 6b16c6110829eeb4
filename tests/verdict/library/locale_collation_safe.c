// The collation of another locale is any, but equal strings are equal; without setlocale it is that of C.
// run: bmc, bmc --engine bmc
// expect: proved
#include <locale.h>
#include <string.h>
int main(void) {
    char text[4], copy[4] = "abc", into[4];
    strcpy(text, "abc");
    __CPROVER_assert(strcoll("a", "B") > 0, "before");
    setlocale(LC_ALL, 0);
    setlocale(LC_ALL, "C");
    setlocale(LC_COLLATE, "POSIX");
    __CPROVER_assert(strcoll("a", "B") > 0 && strxfrm(into, "abc", 4) == 3 && into[2] == 'c', "of C");
    setlocale(LC_ALL, "");
    __CPROVER_assert(strcoll(text, copy) == 0, "equal");
    if (strxfrm(into, text, 4) < 4)
        __CPROVER_assert(into[0] == 0 || into[1] == 0 || into[2] == 0 || into[3] == 0, "ends");
    return 0;
}
