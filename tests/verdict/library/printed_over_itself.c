// run: bmc --engine bmc
// expect: inconclusive
// What is written is read, too: C leaves it undefined.
#include <stdio.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char b[10] = "ab";
    char c = __VERIFIER_nondet_char();
    if (c)
        b[1] = c;
    sprintf(b, "x%s", b);
    __CPROVER_assert(b[1] == 'a', "as if the text were made first");
    return 0;
}
