// A quantifier that decides where the program goes is a loop from one end to the other.
// run: bmc, bmc --engine bmc
// expect: violated
int nondet_int(void);
int a[8];
int main(void) {
    int lo = nondet_int(), hi = nondet_int();
    if (lo < 0 || hi > 8)
        return 0;
    a[3] = 1;
    if (!__CPROVER_forall { int i; (lo <= i && i < hi) ==> a[i] == 0 })
        __CPROVER_assert(0, "not all"); // error: [main.assertion.1]
    return 0;
}
