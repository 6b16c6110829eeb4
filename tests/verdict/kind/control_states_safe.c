// run: check --engine kind
// expect: safe
// Three modes that only certain combinations of occur, and that can wait in each of them as long as they like.
#include <assert.h>
int nondet_int(void);

enum valve { CLOSED = 3, OPENING = 5, OPEN = 9 };
enum pump { OFF = 10, PRIMED = 20, ON = 40 };

int main(void) {
    enum valve valve = CLOSED;
    enum pump pump = OFF;
    int alarm = 0;
    for (;;) {
        int in = nondet_int();
        if (valve == CLOSED && pump == OFF && in == 1) {
            valve = OPENING;
        } else if (valve == OPENING && pump == OFF && in == 2) {
            pump = PRIMED;
        } else if (valve == OPENING && pump == PRIMED && in == 3) {
            valve = OPEN;
        } else if (valve == OPEN && pump == PRIMED && in == 4) {
            pump = ON;
        } else if (valve == OPEN && pump == ON && in == 5) {
            alarm = 1;
        } else if (alarm && pump == ON && in == 6) {
            valve = CLOSED;
            pump = OFF;
            alarm = 0;
        }
        assert(pump != ON || valve == OPEN);
        assert(!alarm || pump == ON);
        assert(valve != CLOSED || (pump == OFF && !alarm));
    }
}
