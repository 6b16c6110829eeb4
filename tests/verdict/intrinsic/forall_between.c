// run: bmc, bmc --engine bmc
// expect: violated
int nondet_int();
int main(void) {
    int n = nondet_int() & 7;
    // False where 3 <= i < n.
    __CPROVER_assert(__CPROVER_forall { int i; i < n ==> i < 3 } || n > 4, "small"); // error: [main.assertion.1]
    return 0;
}
