// A lock that is taken and given back in turns, with the state in a variable.
// run: check --engine ic3
// expect: proved
_Bool nondet_bool(void);
int main(void) {
    int state = 0, locked = 0, old = 0, packets = 0;
    for (;;) {
        switch (state) {
        case 0:
            __CPROVER_assert(!locked, "taken twice");
            locked = 1;
            old = packets;
            state = 1;
            break;
        case 1:
            if (nondet_bool()) {
                __CPROVER_assert(locked, "given back twice");
                locked = 0;
                packets = (packets + 1) & 7;
            }
            state = old != packets ? 0 : 2;
            break;
        default:
            __CPROVER_assert(locked, "not taken");
            locked = 0;
            state = 0;
            break;
        }
    }
}
