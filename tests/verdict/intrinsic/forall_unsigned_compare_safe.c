// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    unsigned n = 3;
    int a[3] = {5, 5, 5};
    __CPROVER_assert(__CPROVER_forall { int i; i < 3u ==> a[i] == 5 }, "negative numbers are large");
    return n == 0;
}
