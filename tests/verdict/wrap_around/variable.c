// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int a[4];
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    int *p = a;
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i * 4 >= 16)
        return 0;
    return p[i]; // error: [main.pointer-overflow.1]
}
