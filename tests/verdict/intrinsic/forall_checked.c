// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int a[4];
int main(void) {
    return __CPROVER_forall { int i; (0 <= i && i <= 4) ==> a[i] == 0 } ? 0 : 1; // error: [main.bounds.1]
}
