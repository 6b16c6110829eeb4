// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int a[4];
int main(void) {
    return __CPROVER_forall { int i; (0 <= i && i <= 3) ==> a[i] == 0 } ? 0 : 1;
}
