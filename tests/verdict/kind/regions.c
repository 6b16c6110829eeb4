// run: check --engine kind --stop-on-fail, check --stop-on-fail
// expect: violated
// A machine that reacts to inputs and computes with a number: in which region the number is, between the constants that it is compared
// with, depends on the mode, but not on that alone.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int mode = 0, level = 23, other = 9;

static void react(int input) {
    assert(!(mode == 3 && level > 38)); // error: [react.assertion.1]
    if (mode == 0 && input == 1 && level > -13 && level <= 38) {
        level = level - 27057;
        mode = 1;
    } else if (mode == 1 && input == 2 && level <= -13) {
        level = level % 25 + 13;
        mode = 2;
    } else if (mode == 2 && (input == 3 || input == 1) && level > -13 && level <= 38) {
        mode = 3;
        other = 9;
    } else if (mode == 2 && input == 4) {
        level = level * 9 / 10 + 600000;
        mode = 4;
    } else if (mode == 4 && level > 218) {
        level = level % 100 + 39;
        mode = 3;
        other = 8;
    } else if (mode == 3 && other == 8 && level > 38) {
        level = level - 600000;
        mode = 1;
    }
}

int main(void) {
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 5) return 0;
        react(input);
    }
}
