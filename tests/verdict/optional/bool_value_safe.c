// What is stored as a `_Bool` is 0 or 1, also by a copy.
// run: check --enum-range-check
// expect: safe
int __VERIFIER_nondet_int(void);
struct state {
    _Bool on, last;
    int count;
} state, copy;
int main(void) {
    int counts[2] = {0};
    state.on = __VERIFIER_nondet_int();
    copy = state;
    _Bool *p = &copy.on;
    counts[*p]++;
    counts[copy.last]++;
    return counts[copy.on ? 1 : 0] - 1;
}
