// run: bmc
// expect: violated
#include <stdio.h>
int main(void) {
    if (getchar() != EOF || !feof(stdin))
        return 0;
    clearerr(stdin);
    __CPROVER_assert(getchar() == EOF, "there is more"); // error: [main.assertion.1]
    return 0;
}
