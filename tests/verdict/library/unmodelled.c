// What a library function without a model demands of its arguments is not known: no success rests on it.
// run: bmc, bmc --engine kind, bmc --engine bmc
// expect: inconclusive
// message: mbstowcs has no model; a body for it says what it does
#include <stdlib.h>
int main(void) {
    wchar_t wide[3];
    mbstowcs(wide, "abcd", 4);
    return 0;
}
