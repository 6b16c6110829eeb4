// A violation in the sixth iteration, and not before.
// run: check --engine paths --stop-on-fail, check --engine paths --strategy dpvs --stop-on-fail, check --engine paths --strategy cpbpv --stop-on-fail
// expect: violated
_Bool nondet_bool(void);
int main(void) {
    int pressed = 0;
    for (;;) {
        if (nondet_bool()) pressed++;
        else pressed = 0;
        __CPROVER_assert(pressed < 6, "never so long"); // error: [main.assertion.1]
    }
}
