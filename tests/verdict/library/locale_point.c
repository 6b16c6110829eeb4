// What depends on the decimal point of another locale is not proved.
// run: bmc -DCASE=0, bmc -DCASE=1
// expect: inconclusive
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char text[8];
    setlocale(LC_ALL, "de_DE");
#if CASE == 0
    __CPROVER_assert(strtod("1.5", 0) == 1.5, "read");
#else
    snprintf(text, sizeof text, "%-+5.1Lf", 1.5L);
    __CPROVER_assert(text[2] == '.', "written");
#endif
    return 0;
}
