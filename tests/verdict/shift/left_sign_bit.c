// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int n = 31;
    int x = 1 << n; // error: arithmetic overflow on signed << (undefined in C11, gcc defines it)
    return x == 12345;
}
