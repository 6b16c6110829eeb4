// Other conversions do not depend on it.
// run: bmc
// expect: proved
#include <locale.h>
#include <stdio.h>
int main(void) {
    char text[16];
    setlocale(LC_ALL, "de_DE");
    int n = snprintf(text, sizeof text, "%-5s%04d%%%lx", "fg", 12, 10l);
    __CPROVER_assert(n == 11 && text[5] == '0', "text");
    return 0;
}
