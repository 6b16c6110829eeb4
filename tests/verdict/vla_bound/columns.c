// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() % 3 - 2;
    int a[n][3]; // error: [main.vla-bound.1]
    (void)a;
    return 0;
}
