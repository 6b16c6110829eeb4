// EOF is the end of the file or an error.
// run: bmc, bmc --engine kind
// expect: violated
#include <stdio.h>
int main(void) {
    char line[4];
    if (getchar() == EOF)
        __CPROVER_assert(feof(stdin), "end of file"); // error: [main.assertion.1]
    if (!fgets(line, 4, stdin))
        __CPROVER_assert(!ferror(stdin), "no error"); // error: [main.assertion.2]
    return 0;
}
