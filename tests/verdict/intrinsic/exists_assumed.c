// An assumption of an exists holds where one value fulfils it; so does that of a negated forall.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(__CPROVER_exists { int k; k > 1 && k < 1000 && x == 2 * k });
    __CPROVER_assume(!__CPROVER_forall { int k; k != y });
    __CPROVER_assert(x != 10 || y != 3, "even and above 2"); // error: [main.assertion.1]
    return 0;
}
