// run: check --engine fuzz
// expect: violated
// Two inputs that are numbers of the program, and a violation behind many iterations.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int state = 0;
    for (int i = 0; i < 500; i++) {
        int x = nondet_int();
        if (state == 0 && x == 7141)
            state = 1;
        else if (state == 1 && x == -72)
            state = 2;
    }
    assert(state != 2); // error: [main.assertion.1]
    return 0;
}
