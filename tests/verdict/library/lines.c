// getline makes room for a line of any length, which is the caller's.
// run: bmc --unwind 3 --memory-leak-check
// expect: violated
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = 0;
    size_t size = 0;
    if (getline(&line, &size, stdin) > 0)
        __CPROVER_assert(size < 3, "short lines"); // error: [main.assertion.1]
    line = 0;
    return 0;
} // error: [main.memory-leak.1]
