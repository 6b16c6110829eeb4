// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int n = 23;
    int x = 255 << n;
    return x == 12345;
}
