// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
const int c = 1;
int v = 1;
int main(void) {
    __CPROVER_assert(__CPROVER_WRITEABLE_OBJECT(&c), "writable"); // error: [main.assertion.1]
    return 0;
}
