// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int a[4];
int main(void) {
    int *p = a;
    return p[1ul << 62]; // error: [main.pointer-overflow.1]
}
