// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
    unsigned long long x = __VERIFIER_nondet_ulonglong();
    x |= 16;
    return __builtin_ctzll(x) > 200;
}
