// Lines may be longer than the bound.
// run: bmc --unwind 4
// expect: inconclusive
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = 0;
    size_t size = 0;
    if (getline(&line, &size, stdin) == 2)
        __CPROVER_assert(size >= 3 && line[2] == 0, "enough");
    free(line);
    return 0;
}
