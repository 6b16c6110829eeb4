// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int a[4];
int main(void) {
    int *p = a;
    return p[1ul];
}
