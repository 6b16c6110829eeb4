// POSIX: arguments by their numbers.
// run: run, bmc
// expect: violated
#include <stdio.h>
#include <string.h>
int main(void) {
    char b[20];
    sprintf(b, "%2$d %1$d", 1, 2);
    __CPROVER_assert(strcmp(b, "1 2") == 0, "in their order"); // error: [main.assertion.1]
    return 0;
}
