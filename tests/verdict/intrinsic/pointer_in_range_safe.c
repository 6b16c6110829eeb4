// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    char a[8];
    __CPROVER_assert(__CPROVER_pointer_in_range(a, a + 3, a + 8), "in");
    __CPROVER_assert(!__CPROVER_pointer_in_range(a + 4, a + 3, a + 8), "out");
    return 0;
}
