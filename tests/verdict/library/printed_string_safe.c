// run: bmc --engine bmc, bmc --engine auto
// expect: proved
// Output reads its strings up to their ends.
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char name[4] = "abc";
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 2)
        return 0;
    name[at] = 'x';
    printf("%s\n", name);
    return 0;
}
