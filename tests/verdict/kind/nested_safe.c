// run: check --engine kind
// expect: safe
// Bounds of two loops inside each other, by intervals.
#include <assert.h>
int nondet_int(void);
int a[10];

int main(void) {
    int n = nondet_int();
    for (int round = 0; nondet_int(); round = (round + 1) % 7) {
        for (int i = 0; i < 10 && i < n; i++) {
            a[i] = round;
            assert(round >= 0 && round < 7);
        }
    }
    return 0;
}
