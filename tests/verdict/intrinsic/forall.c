// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int a[10];
int main(void) {
    for (int i = 0; i < 9; i++)
        a[i] = 1;
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 10) ==> a[i] == 1 }, "all"); // error: [main.assertion.1]
    return 0;
}
