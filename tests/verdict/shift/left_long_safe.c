// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int n = 62;
    long x = 1L << n;
    return x == 12345;
}
