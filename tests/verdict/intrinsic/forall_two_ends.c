// Both ends are expressions.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int(void);
int a[8];
int main(void) {
    int lo = nondet_int(), hi = nondet_int();
    if (lo < 0 || hi > 8)
        return 0;
    a[5] = 1;
    __CPROVER_assert(__CPROVER_forall { int i; (lo <= i && i < hi) ==> a[i] == 0 }, "none"); // error: [main.assertion.1]
    return 0;
}
