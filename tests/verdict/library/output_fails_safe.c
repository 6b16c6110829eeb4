// run: bmc, bmc --engine kind
// expect: proved
#include <stdio.h>
int main(void) {
    int n = printf("abc");
    __CPROVER_assert(n == 3 || n < 0, "printf");
    int c = putchar('a');
    __CPROVER_assert(c == 'a' || c == EOF, "putchar");
    __CPROVER_assert(fwrite("abc", 1, 3, stdout) <= 3, "fwrite");
    int f = fflush(stdout);
    __CPROVER_assert(f == 0 || f == EOF, "fflush");
    return 0;
}
