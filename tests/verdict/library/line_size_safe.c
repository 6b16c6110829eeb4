// run: bmc --unwind 4 --no-unwinding-assertions
// expect: safe
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
