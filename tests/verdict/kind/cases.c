// run: check --engine kind
// expect: violated
// The twin of cases_safe.c: the case is another one.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int gear = nondet_int();
    unsigned turns = 0, counted = 0;
    while (nondet_int()) {
        turns++;
        counted += gear > 0 ? 1 : 3;
    }
    if (gear >= 0)
        assert(turns == counted); // error: [main.assertion.1]
    return 0;
}
