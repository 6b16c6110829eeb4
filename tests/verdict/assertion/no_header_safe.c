// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    double half = 0.5;
    assert(half);
    assert(&x);
    assert((x & 1) < 2);
    return 0;
}
