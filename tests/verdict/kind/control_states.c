// run: check --engine kind
// expect: violated
// The twin of control_states_safe.c: a combination of inputs over many steps, found by enumerating modes.
#include <assert.h>
int nondet_int(void);

enum valve { CLOSED = 3, OPENING = 5, OPEN = 9 };

int main(void) {
    enum valve valve = CLOSED;
    int step = 0, alarm = 0;
    for (;;) {
        int in = nondet_int();
        if (valve == CLOSED && in == 71)
            valve = OPENING;
        else if (valve == OPENING && step == 0 && in == -4)
            step = 10;
        else if (valve == OPENING && step == 10 && in == 5000)
            step = 20;
        else if (valve == OPENING && step == 20 && in == 12)
            valve = OPEN;
        else if (valve == OPEN && step == 20 && in == 99)
            step = 30;
        else if (valve == OPEN && step == 30 && in == 98)
            alarm = 1;
        else if (alarm == 1 && in == 97)
            alarm = 2;
        else if (in == 0)
            valve = CLOSED;
        assert(alarm != 2 || valve != OPEN); // error: [main.assertion.1]
    }
}
