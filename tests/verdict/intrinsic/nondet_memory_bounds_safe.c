// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    unsigned char b[4] = {0};
    __VERIFIER_nondet_memory(b, 4);
    return b[0] > 255;
}
