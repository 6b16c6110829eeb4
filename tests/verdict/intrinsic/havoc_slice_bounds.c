// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int a[4];
    __CPROVER_havoc_slice(a + 1, 4 * sizeof(int)); // error: [main.pointer.1]
    return 0;
}
