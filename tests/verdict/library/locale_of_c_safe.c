// run: bmc
// expect: proved
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char text[8];
    setlocale(LC_ALL, "C");
    snprintf(text, sizeof text, "%.1f", 1.5);
    __CPROVER_assert(!isalpha(0xe4) && localeconv()->decimal_point[0] == '.' && strtod("1.5", 0) == 1.5 && text[1] == '.', "known");
    return 0;
}
