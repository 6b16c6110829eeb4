// run: check --engine kind
// expect: safe
// Needs more than one step of induction: the machine comes to its last state only through the others.
#include <assert.h>
int nondet_int(void);

int main(void) {
    unsigned char state = 0, armed = 0;
    for (;;) {
        int in = nondet_int();
        switch (state) {
        case 0:
            armed = 0;
            if (in > 10)
                state = 1;
            break;
        case 1:
            armed = 1;
            state = in < 0 ? 0 : 2;
            break;
        case 2:
            assert(armed);
            state = 0;
            break;
        default:
            assert(0);
        }
    }
}
