// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[4] = {1, 2, 3, 4};
    __CPROVER_havoc_slice(&a[1], 2 * sizeof(int));
    __CPROVER_assert(a[0] == 1 && a[3] == 4, "outside");
    __CPROVER_assert(a[1] == 2 || a[1] != 2, "inside");
    return 0;
}
