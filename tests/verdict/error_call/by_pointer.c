// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void reach_error(void) {} // error: [reach_error.error.1]
int main(void) {
    void (*f)(void) = reach_error;
    f();
    return 0;
}
