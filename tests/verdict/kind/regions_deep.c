// run: check --engine kind --stop-on-fail
// expect: violated
// Hundreds of steps with the right inputs: executions on values go there, those to new regions first.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count = 0, mode = 0;
    for (;;) {
        unsigned char input = __VERIFIER_nondet_uchar();
        assert(!(mode == 2 && count == 700)); // error: [main.assertion.1]
        if (input == 17 && mode == 0) {
            count++;
        } else if (input == 18 && count > 690) {
            mode = 1;
            count -= 3;
        } else if (input == 19 && mode == 1) {
            count += 2;
            if (count > 710) mode = 0;
        } else if (input == 20 && mode == 1) {
            mode = 2;
        } else {
            count = 0;
            mode = 0;
        }
    }
}
