// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() % 3 - 2;
    int a[n]; // error: [main.vla-bound.1]
    a[0] = 1;
    return 0;
}
