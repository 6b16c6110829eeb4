// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
long a[4];
int main(void) {
    long *p = a;
    unsigned long n = 1ul;
    p += n;
    return (int)*p;
}
