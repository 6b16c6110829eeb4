// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[4] = {1, 2, 3, 4}, b = 5;
    __CPROVER_havoc_object(&a[1]);
    __CPROVER_assert(b == 5, "object");
    return 0;
}
