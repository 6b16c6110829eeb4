/* Globals whose first values are open: compilers read a `_Bool` that is neither 0 nor 1 in different ways. */
static struct { int count; _Bool on, off; } state;
static int sum;
int __VERIFIER_nondet_int(void);
int main(void) {
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (state.on && x > 3 && state.count < 100 && state.count > 10)
            sum = state.on + state.off;
        else if (state.on == state.off)
            sum = 2 * state.on;
        state.on = state.off;
    }
    return 0;
}
