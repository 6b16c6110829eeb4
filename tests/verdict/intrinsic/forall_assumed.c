// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int a[6];
int nondet_int();
int main(void) {
    for (int i = 0; i < 6; i++)
        a[i] = nondet_int();
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < 6) ==> a[i] > i });
    int k = nondet_int();
    if (k >= 0 && k < 6)
        __CPROVER_assert(a[k] >= 2, "above"); // error: [main.assertion.1]
    return 0;
}
