// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
enum e { A = 1, B = 2, C = 5 };
int nondet_int();
int main(void) {
    enum e x = (enum e)nondet_int();
    __CPROVER_assume(__CPROVER_enum_is_in_range(x));
    __CPROVER_assert(x == A || x == B || x == C, "one of them");
    return 0;
}
