// run: bmc, bmc --engine bmc
// expect: safe
int nondet_int(void);
int a[8];
int main(void) {
    int lo = nondet_int(), hi = nondet_int();
    if (lo < 0 || hi > 8)
        return 0;
    a[3] = 1;
    if (!__CPROVER_forall { int i; (lo <= i && i < hi) ==> a[i] == 0 })
        __CPROVER_assert(lo <= 3 && hi > 3, "the one is between");
    if (__CPROVER_exists { int i; lo < i && i < hi && a[i] == 1 })
        __CPROVER_assert(lo < 3, "the one is between");
    return 0;
}
