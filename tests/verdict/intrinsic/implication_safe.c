// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int();
int main(void) {
    int x = nondet_int();
    __CPROVER_assert(x > 3 ==> x > 2, "implied");
    __CPROVER_assert(x > 3 || x < 9 ==> x == x, "looser than or");
    return 0;
}
