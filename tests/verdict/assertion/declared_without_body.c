// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void assert(int);
int main(void) {
    assert(0); // error: [main.assertion.1]
    return 0;
}
