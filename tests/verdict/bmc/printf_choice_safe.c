// One of several formats, none of which stores anything.
// run: bmc
// expect: safe
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    printf(n > 3 ? "%d is much\n" : n < 0 ? "%d is nothing\n" : "%d\n", n);
    assert(n <= 3 || n > 2);
    return 0;
}
