// A large array of inputs, read and written at symbolic places: the counterexample says what is in it.
// run: check --nondet-static
// expect: violated
#include <assert.h>
unsigned nondet_uint(void);
int table[1000];
int main(void) {
    unsigned i = nondet_uint(), j = nondet_uint();
    if (i >= 1000 || j >= 1000)
        return 0;
    table[j] = 5;
    assert(table[i] != 77 || i == j); // error: [main.assertion.1]
    return 0;
}
