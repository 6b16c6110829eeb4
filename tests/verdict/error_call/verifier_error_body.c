// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void __VERIFIER_error(void) {}
int main(void) {
    __VERIFIER_error(); // error: [main.error.1]
    return 0;
}
