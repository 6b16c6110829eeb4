// States of a protocol: each is left in one way only.
// run: check --engine ic3cfa
// run: check --engine ic3cfa --generalisation old
// expect: proved
int nondet_int(void);
int main(void) {
    int state = 0, locked = 0, retries = 0;
    for (;;) {
        int event = nondet_int();
        if (state == 0 && event == 1) {
            __CPROVER_assert(!locked, "not locked twice");
            locked = 1;
            state = 1;
        } else if (state == 1 && event == 2) {
            retries = 0;
            state = 2;
        } else if (state == 2 && event == 3 && retries < 5) {
            retries++;
        } else if (state == 2 && event == 4) {
            __CPROVER_assert(locked && retries <= 5, "locked");
            locked = 0;
            state = 0;
        }
    }
}
