// Where signed arithmetic wraps around, so does a shift to the left.
// run: check -fwrapv
// expect: proved
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 1;
    return (1 << (30 + x)) == 0;
}
