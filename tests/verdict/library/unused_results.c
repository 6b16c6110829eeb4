// Results that nobody looks at leave the program without inputs: there is one execution.
// run: bmc -v
// expect: proved
// message: by run
#include <stdio.h>
#include <string.h>
int main(void) {
    printf("abc");
    puts("abc");
    fflush(stdout);
    __CPROVER_assert(strcmp("abc", "abd") < 0, "order");
    __CPROVER_assert(!memcmp("abc", "abd", 2), "prefix");
    return 0;
}
