// What `%n` stores is not known: no proof rests on it.
// run: check --engine bmc
// expect: inconclusive
// message: printed text that may store its length
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
    int n = 0;
    printf("%d%n\n", nondet_int() & 7, &n);
    assert(n == 0);
    return 0;
}
