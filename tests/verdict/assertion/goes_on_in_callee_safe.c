// `assert` ends the execution where it fails: the caller does not go on.
// run: check --engine bmc, check --engine kind, check --engine ic3, check
// expect: violated
// message: [main.bounds.1] line 14 array index in bounds in a[i]: SUCCESS
#include <assert.h>
int nondet_int(void);
static int checked(int x) {
    assert(x < 10); // error: [checked.assertion.1]
    return x;
}
int a[20];
int main(void) {
    int i = checked(nondet_int());
    if (i >= 0) a[i] = 1;
    return 0;
}
