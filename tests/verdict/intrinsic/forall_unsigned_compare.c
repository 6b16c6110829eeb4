// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int main(void) {
    unsigned n = 3;
    int a[3] = {5, 5, 5};
    __CPROVER_assert(__CPROVER_forall { int i; i < 3u ==> a[i] == 4 }, "negative numbers are large"); // error: [main.assertion.1]
    return n == 0;
}
