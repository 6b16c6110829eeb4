// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int x = nondet_int() & 7;
    __CPROVER_precondition(x >= 0, "before");
    __CPROVER_postcondition(x < 8, "after");
    return 0;
}
