// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
long a[4];
int main(void) {
    long *p = a;
    unsigned long n = 1ul << 61;
    p += n; // error: [main.pointer-overflow.1]
    return (int)*p;
}
