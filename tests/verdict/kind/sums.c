// run: check --engine kind
// expect: violated
// The twin of sums_safe.c: one more is taken away.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int apples = nondet_int(), pears = nondet_int(), basket = 0;
    if (apples < -50000 || apples > 50000 || pears < -50000 || pears > 50000)
        return 0;
    for (int a = 0; a < apples; a++)
        basket++;
    for (int p = 0; p < pears; p++)
        basket++;
    for (int eaten = 0; eaten <= apples + pears; eaten++) {
        assert(basket > 0); // error: [main.assertion.1]
        basket--;
    }
    return 0;
}
