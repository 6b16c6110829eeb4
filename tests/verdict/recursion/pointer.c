// run: check --engine kind
// expect: inconclusive
// A function that writes through its argument has no contract: nothing is proved that its writes may break.
unsigned nondet_uint(void);
void count(unsigned *at, unsigned n) {
    if (n > 0) {
        *at = *at + 1;
        count(at, n - 1);
    }
}
int main(void) {
    unsigned steps = 0;
    count(&steps, nondet_uint());
    __CPROVER_assert(steps < 100000, "only for a while");
    return 0;
}
