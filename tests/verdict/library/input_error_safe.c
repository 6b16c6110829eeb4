// run: bmc
// expect: proved
#include <stdio.h>
int main(void) {
    char line[4];
    if (getchar() == EOF)
        __CPROVER_assert(feof(stdin) || ferror(stdin), "one of them");
    if (fgets(line, 4, stdin))
        __CPROVER_assert(line[0] == 0 || line[1] == 0 || line[2] == 0 || line[3] == 0, "terminated");
    return 0;
}
