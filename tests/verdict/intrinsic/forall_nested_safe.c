// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int main(void) {
    int a[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = i * j;
    __CPROVER_assert(__CPROVER_forall { int i; (i >= 0 && i < 3) ==> __CPROVER_forall { int j; (j >= 0 && j < 3) ==> a[i][j] <= 4 } }, "all");
    return 0;
}
