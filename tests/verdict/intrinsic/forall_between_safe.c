// run: bmc, bmc --engine bmc
// expect: safe
int nondet_int();
int main(void) {
    int n = nondet_int() & 7;
    // False where 3 <= i < n.
    __CPROVER_assert(__CPROVER_forall { int i; i < n ==> i < 3 } || n > 3, "small");
    return 0;
}
