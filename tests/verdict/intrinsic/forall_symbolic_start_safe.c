// run: bmc, bmc --engine bmc
// expect: safe
int nondet_int();
int main(void) {
    int a[6] = {6, 5, 4, 3, 2, 1};
    int n = nondet_int();
    if (n < -1 || n > 4)
        return 0;
    __CPROVER_assert(__CPROVER_forall { int i; (i > n && i < 6) ==> a[i] < 7 - n && a[i] > 0 }, "behind n");
    return 0;
}
