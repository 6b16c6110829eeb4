// run: svcomp --property no-overflow --data-model LP64, svcomp --property no-overflow --data-model LP64 --engine bmc
// What is undefined and not asked for refutes no proof.
// expect: safe
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() & 63;
    int m = n + 1;
    unsigned y = 1u << m;
    return 0;
}
