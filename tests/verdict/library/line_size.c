// How much room getline makes is open, and a buffer may stay where it was.
// run: bmc --unwind 4
// expect: violated
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = 0;
    size_t size = 0;
    if (getline(&line, &size, stdin) == 2)
        __CPROVER_assert(size == 3, "no more"); // error: [main.assertion.1]
    free(line);
    return 0;
}
