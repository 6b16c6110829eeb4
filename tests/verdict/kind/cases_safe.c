// run: check --engine kind
// expect: proved
// What holds where a variable is positive, and is not true otherwise.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int gear = nondet_int();
    unsigned turns = 0, counted = 0;
    while (nondet_int()) {
        turns++;
        counted += gear > 0 ? 1 : 3;
    }
    if (gear > 0)
        assert(turns == counted);
    return 0;
}
