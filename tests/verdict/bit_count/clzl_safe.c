// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    x |= 16;
    return __builtin_clzl(x) > 200;
}
