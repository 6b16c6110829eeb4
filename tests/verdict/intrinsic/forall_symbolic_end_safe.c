// run: bmc, bmc --engine bmc
// expect: safe
unsigned nondet_uint();
int main(void) {
    unsigned n = nondet_uint();
    if (n > 6)
        return 0;
    int a[6] = {1, 1, 1, 1, 1, 1};
    __CPROVER_assert(__CPROVER_forall { unsigned i; i < n ==> a[i] == 1 }, "all");
    return 0;
}
