// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int a[4][4];
int main(void) {
    unsigned long n = 4;
    int (*p)[n] = (int (*)[n])a;
    return p[3][0];
}
