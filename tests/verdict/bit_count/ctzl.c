// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    x &= 16;
    return __builtin_ctzl(x) > 200; // error: [main.bit-count.1]
}
