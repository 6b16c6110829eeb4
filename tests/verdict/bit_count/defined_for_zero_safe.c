// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int zero = 0;
    return __builtin_ffs(zero) + __builtin_popcount(zero) + __builtin_parity(zero) + (__builtin_clrsb(zero) - 31);
}
