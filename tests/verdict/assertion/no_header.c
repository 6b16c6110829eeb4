// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
// message: implicit declaration of function 'assert'
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 0); // error: [main.assertion.1]
    return 0;
}
