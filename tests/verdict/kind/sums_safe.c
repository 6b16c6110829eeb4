// run: check --engine kind
// expect: proved
// Two loops count what a third one takes away: sums of three variables that are never negative.
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
    for (int eaten = 0; eaten < apples + pears; eaten++) {
        assert(basket > 0);
        basket--;
    }
    return 0;
}
