// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
void __VERIFIER_nondet_memory(void *, unsigned long);
int main(void) {
    unsigned char b[4] = {0};
    __VERIFIER_nondet_memory(b, 2);
    __CPROVER_assert(b[2] == 0, "kept");
    return 0;
}
