// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    unsigned char b[4] = {0};
    __VERIFIER_nondet_memory(b, 5); // error: [main.pointer.1]
    return b[0] > 255;
}
