// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[4];
    __CPROVER_havoc_slice(a + 1, 3 * sizeof(int));
    return 0;
}
