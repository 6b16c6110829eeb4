// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    short a[3];
    long b[2];
    __CPROVER_array_set(a, -2);
    __CPROVER_array_set(b, 0x100000000);
    __CPROVER_assert(a[0] == -2 && a[2] == 254 && b[1] == 0x100000000, "each"); // error: [main.assertion.1]
    return 0;
}
