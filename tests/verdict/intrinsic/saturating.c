// run: bmc, bmc --engine bmc
// expect: violated
int nondet_int();
int main(void) {
    int a = nondet_int(), b = nondet_int();
    long exact = (long)a - b;
    if (exact > 2147483647)
        exact = 2147483647;
    if (exact < -2147483647 - 1)
        exact = -2147483647 - 1;
    __CPROVER_assert(__CPROVER_saturating_plus(a, b) == exact, "plus"); // error: [main.assertion.1]
    __CPROVER_assert(__CPROVER_saturating_minus(1u, 2u) == 0 && __CPROVER_saturating_plus(4294967295u, 1u) == 4294967295u, "");
    return 0;
}
