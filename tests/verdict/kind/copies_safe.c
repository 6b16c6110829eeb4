// run: check --engine kind
// expect: safe
// What is asserted of one variable is said of others that it will be copied from.
#include <assert.h>
int nondet_int(void);

static unsigned sent, copy, channel, reply;

int main(void) {
    int sender = 0, worker = 0, writer = 0, pending = 0;
    for (;;) {
        if (sender == 0 && nondet_int()) {
            sent = copy = nondet_int();
            sender = 1;
            worker = 1;
            pending = 0;
        } else if (sender == 2) {
            assert(reply == sent + 1 || reply == sent + 2);
            sender = 0;
        }
        if (worker > 0 && worker < 3 && nondet_int()) {
            copy += 1;
            worker = worker == 1 ? 2 : 3;
            pending = 1;
        }
        if (pending && nondet_int()) {
            channel = copy;
            pending = 0;
            worker = 0;
            writer = 1;
        }
        if (writer && nondet_int()) {
            reply = channel;
            writer = 0;
            sender = 2;
        }
    }
}
