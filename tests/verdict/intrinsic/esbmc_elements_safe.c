// The number of elements of the array, wherever in it a pointer points.
// run: run, bmc, bmc --engine bmc
// expect: safe
int table[3][4];
int main(void) {
    int a[4];
    char text[10];
    __ESBMC_assert(__ESBMC_get_object_size(a) == 4, "array");
    __ESBMC_assert(__ESBMC_get_object_size(&a[2]) == 4, "inside");
    __ESBMC_assert(__ESBMC_get_object_size(text + 1) == 10, "text");
    __ESBMC_assert(__ESBMC_get_object_size(table[1]) == 3, "outer array");
    return 0;
}
