// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    unsigned char n = 0;
    char a[n]; // error: [main.vla-bound.1]
    (void)a;
    return 0;
}
