// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[2] = {0, 0};
    // True for i = 5, whatever the array holds.
    __CPROVER_assert(__CPROVER_exists { int i; (0 <= i && i < 2) ==> a[i] == 1 }, "outside");
    __CPROVER_assert(!__CPROVER_forall { int i; i >= 0 }, "negative numbers");
    return 0;
}
