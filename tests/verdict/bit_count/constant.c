// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    return __builtin_clz(0) == 32; // error: [main.bit-count.1]
}
