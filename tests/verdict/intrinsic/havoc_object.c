// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    int a[4] = {1, 2, 3, 4}, b = 5;
    __CPROVER_havoc_object(&a[1]);
    __CPROVER_assert(a[3] == 4, "object"); // error: [main.assertion.1]
    return 0;
}
