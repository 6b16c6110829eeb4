// Output may fail, where somebody looks.
// run: bmc, bmc --engine kind
// expect: violated
#include <stdio.h>
int main(void) {
    __CPROVER_assert(printf("abc") == 3, "printf"); // error: [main.assertion.1]
    __CPROVER_assert(puts("abc") >= 0, "puts"); // error: [main.assertion.2]
    __CPROVER_assert(putchar('a') == 'a', "putchar"); // error: [main.assertion.3]
    __CPROVER_assert(fputs("abc", stdout) >= 0, "fputs"); // error: [main.assertion.4]
    __CPROVER_assert(fwrite("abc", 1, 3, stdout) == 3, "fwrite"); // error: [main.assertion.5]
    __CPROVER_assert(fflush(stdout) == 0, "fflush"); // error: [main.assertion.6]
    __CPROVER_assert(ferror(stdout) == 0, "ferror"); // error: [main.assertion.7]
    return 0;
}
