// run: bmc, bmc --engine bmc, bmc --engine kind
// expect: safe
int nondet_int(void);
int a[8];
int main(void) {
    int lo = nondet_int(), hi = nondet_int();
    if (lo < 0 || hi > 8)
        return 0;
    a[5] = 1;
    __CPROVER_assert(__CPROVER_forall { int i; (lo <= i && i < hi) ==> i == 5 || a[i] == 0 }, "all others");
    __CPROVER_assert(__CPROVER_forall { int i; !(lo < i && i <= hi && i < lo) }, "nothing between");
    return 0;
}
