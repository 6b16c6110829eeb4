// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[2] = {8, 9};
    __CPROVER_array_replace(a, b);
    __CPROVER_assert(a[0] == 8 && a[1] == 9 && a[2] == 3 && a[3] == 4, "the rest stays");
    char *p = a + 2;
    __CPROVER_array_replace(p, b);
    __CPROVER_assert(a[2] == 8 && a[3] == 9, "behind a pointer");
    return 0;
}
