// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() % 3 + 4;
    typedef char row[n];
    (void)sizeof(row);
    return 0;
}
