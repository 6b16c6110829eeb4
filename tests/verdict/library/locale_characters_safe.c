// ASCII is the same in every locale, and so is everything in that of C.
// run: bmc, bmc --engine bmc
// expect: proved
#include <ctype.h>
#include <locale.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    setlocale(LC_ALL, "");
    int c = __VERIFIER_nondet_uchar() % 128;
    __CPROVER_assert(!isalpha(c) || !isdigit(c), "letters and digits");
    __CPROVER_assert((isupper)(c) ? (tolower)(c) == c + 32 : (tolower)(c) == c, "case");
    return 0;
}
