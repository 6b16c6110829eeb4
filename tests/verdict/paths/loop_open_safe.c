// A search that has found nothing within a bound is no proof.
// run: check --engine paths --unwind 5
// expect: inconclusive
_Bool nondet_bool(void);
int main(void) {
    unsigned char on = 0;
    for (;;) {
        on = nondet_bool() ? on ^ 2 : 0;
        __CPROVER_assert(on != 1, "never one");
    }
}
